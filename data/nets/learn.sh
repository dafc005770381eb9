#!/usr/bin/env bash
# Improves a network for as long as it is left running, at the lowest priority: learner.md tells more.
#   data/nets/learn.sh FOLDER [--game NAME] [--init FILE] [--hours H] …
# It may be killed at any time; the same command goes on. FOLDER holds all that it knows:
#   network.tbn        the best network so far
#   log.md             what each hour brought
#   settings           the game and the width
#   start.tbn          the network that it began with, if any
#   networks/N.tbn     the networks that were kept; 0 is start.tbn
#   setups/N.tsv       what network N thinks of the setups that games begin with, as `tabiya filter` writes it
#   games/N-P.tbd      games, with P positions; games/next is being played
#   candidate/         the network that is being trained or tried
#   played.tsv         a row for each file of games: time, number, network, kind, positions, seconds
#   tried.tsv          a row for each candidate; the columns are those of `finish_candidate`
#   running            the process of the program that runs
#   stopping           is there once this script was told to stop
set -euo pipefail
[ "${1:-}" != --work ] || trap '' TERM INT HUP
export LC_ALL=C TZ=UTC

script=$(realpath "${BASH_SOURCE[0]}")
script_folder=$(dirname "$script")
readonly script script_folder

usage() {
  cat <<'END'
usage: learn.sh FOLDER [OPTION…]
Plays, trains and tries networks in FOLDER until it is stopped. The same command goes on.
  --game NAME        the game, or a file of rules such as my.ini or my.ini:NAME (zero_point_one)
  --init FILE        begin with this network; `shipped` for the one of the program (from nothing)
  --width N          width of the network (that of --init, or 128)
  --setups FILE      games begin with these setups, such as RNBQKBNR (filtered anew by each network)
  --hours H          stop after that long (never)
  --tries N          stop after N more candidates (never)
  --size GB          largest size of FOLDER; the oldest games go (4)
  --positions N      new positions before a candidate is trained, at least (2000000)
  --window N         positions that it is trained on, at most (60000000)
  --nodes N          nodes of a search of self-play (200)
  --match-nodes N    nodes of a move in matches (2000)
  --sprt "E0 E1"     a candidate is kept if a match says that it gains E1, not E0, in Elo ("0 10")
  --match-games N    most games of a match (6000)
  --minutes M        time of each file of games (5)
  --threads N        threads (all)
  --nice N           0 to 19, the lowest priority, which gives way to all else (19)
The program is $TABIYA, or that next to this script, or `tabiya`.
END
}

fail() {
  echo "learn.sh: $*" >&2
  exit 2
}

# Two shells: bash 5.2 cannot read the command of a trap when the signal comes while it expands a `$( )`. So this one
# only waits for signals, and another one, which ends when this one is killed, does the work.
main() {
  if [ "${1:-}" = --work ]; then
    eval "$2"
    work
    return
  fi
  read_arguments "$@"
  find_program
  open_folder
  lower_priority
  supervise
}

supervise() {
  local state worker code=0
  state=$(declare -p option tabiya ends_with_this gives_way)
  rm -f stopping running
  trap 'stop' TERM INT HUP
  "${ends_with_this[@]}" bash "$script" --work "$state" &
  worker=$!
  # A signal ends a wait early, with a code of its own.
  while kill -0 "$worker" 2>/dev/null; do wait "$worker" || true; done
  wait "$worker" || code=$?
  exit $code
}

# It expands no `$( )`. A program that is only about to run finds `stopping` by itself.
stop() {
  local program=""
  : >stopping
  { read -r program <running; } 2>/dev/null || true
  [ -z "$program" ] || kill -TERM "$program" 2>/dev/null || true
}

work() {
  read_settings
  while ! is_over; do next_step; done
  write_log
  echo "learn.sh: stopped; the same command goes on"
}

# --- arguments ---------------------------------------------------------------------------------------------

declare -A option=([game]="" [init]="" [width]="" [setups]="" [hours]="" [tries]="" [size]=4 [positions]=2000000
  [window]=60000000 [nodes]=200 [match-nodes]=2000 [sprt]="0 10" [match-games]=6000 [minutes]=5 [nice]=19
  [threads]=$(nproc))
folder=""

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage && exit 0 ;;
      --*)
        [ -v "option[${1#--}]" ] || fail "unknown option $1; see --help"
        [ $# -ge 2 ] || fail "$1: a value is missing; see --help"
        option[${1#--}]=$2
        shift
        ;;
      *)
        [ -z "$folder" ] || fail "two folders, $folder and $1; name one"
        folder=$1
        ;;
    esac
    shift
  done
  [ -n "$folder" ] || fail "name the FOLDER that holds what is learned; see --help"
  check_arguments
}

check_arguments() {
  local name
  for name in positions window nodes match-nodes match-games threads; do
    [[ ${option[$name]} =~ ^[1-9][0-9]{0,11}$ ]] || fail "--$name: '${option[$name]}' is not a whole number from 1 on"
  done
  [[ ${option[nice]} =~ ^(1?[0-9])$ ]] || fail "--nice: '${option[nice]}' is not a whole number from 0 to 19"
  for name in size minutes ${option[hours]:+hours}; do
    is_number "${option[$name]}" || fail "--$name: '${option[$name]}' is not a positive number"
  done
  [[ ${option[tries]} =~ ^([1-9][0-9]{0,8})?$ ]] || fail "--tries: '${option[tries]}' is not a whole number from 1 on"
  [[ ${option[sprt]} =~ ^-?[0-9]{1,3}\ -?[0-9]{1,3}$ && ${option[sprt]% *} -lt ${option[sprt]#* } ]] ||
    fail "--sprt: '${option[sprt]}' is not two whole numbers in their order, such as \"0 10\""
  [[ ${option[width]} =~ ^([1-9][0-9]{0,4})?$ ]] || fail "--width: '${option[width]}' is no width, such as 128"
  [ "${option[init]}" != shipped ] || option[init]=$script_folder/$(shipped_name)
  for name in init setups; do
    [ -z "${option[$name]}" ] || [ -r "${option[$name]}" ] || fail "--$name: ${option[$name]}: cannot be read"
  done
}

is_number() { [[ $1 =~ ^[0-9]{1,6}(\.[0-9]{1,6})?$ ]] && awk -v x="$1" 'BEGIN { exit !(x > 0) }'; }

shipped_name() {
  case ${option[game]} in
    "" | zero_point_one) echo default.tbp ;;
    *) echo "${option[game]}.tbp" ;;
  esac
}

find_program() {
  local path
  for path in "${TABIYA:-}" "$script_folder"/../../../../bin/tabiya "$script_folder"/../../build/release/bin/tabiya \
    "$(command -v tabiya || true)"; do
    [ -x "$path" ] && tabiya=$(realpath "$path") && break
  done
  [ -n "${tabiya:-}" ] || fail "there is no program tabiya; build it by ./quickstart training, or name it in \$TABIYA"
}

# --- the folder --------------------------------------------------------------------------------------------

open_folder() {
  local name=${option[game]} rules=""
  if [[ $name =~ ^(.*\.ini)(:.*)?$ ]]; then
    rules=$(realpath -e "${BASH_REMATCH[1]}" 2>/dev/null) || fail "--game: ${BASH_REMATCH[1]}: no such file"
    name=$(basename "$rules")${BASH_REMATCH[2]}
  fi
  local init=${option[init]:+$(realpath "${option[init]}")} setups=${option[setups]:+$(realpath "${option[setups]}")}
  check_commands "${option[game]}" "$init" "$setups"
  mkdir -p "$folder" 2>/dev/null || fail "$folder: cannot be made"
  cd "$folder"
  exec 9>>lock
  flock -w 4 9 || fail "$folder: another learner is at work there; wait for its end, or choose another folder"
  if [ -e settings ]; then check_same "$name" "$rules" "$init"; else begin_folder "$name" "$rules" "$init"; fi
  [ -z "$setups" ] || copy "$setups" setups.txt
}

# The program says what is wrong with a game, a network or setups before it finds that there is no such folder, and
# what is wrong with a width, or that it cannot train, before it finds that there are no games.
check_commands() {
  local words
  words=$("$tabiya" selfplay ${1:+--game "$1"} --net "${2:-material}" ${3:+--setups "$3"} --games 1 \
    --out /nonexistent/games 2>&1 || true)
  [[ $words == *"/nonexistent/games: "* ]] || fail "${words#tabiya: }"
  words=$("$tabiya" train /nonexistent/games ${option[width]:+--width "${option[width]}"} --out - 2>&1 || true)
  [[ $words == *"/nonexistent/games: "* ]] || fail "${words#tabiya: }"
  local width=${2:+$(width_of "$2")}
  [ -z "$width" ] || [ "${option[width]:-$width}" = "$width" ] ||
    fail "--width: the width of the network of --init is $width; leave --width out"
}

begin_folder() {
  local game=${1:-zero_point_one} rules=$2 init=$3 width=""
  mkdir -p games networks setups
  [ -z "$rules" ] || copy "$rules" "${game%%.ini*}.ini"
  if [ -n "$init" ]; then
    copy "$init" start.tbn
    copy start.tbn networks/0.tbn
    width=$(width_of start.tbn)
  fi
  printf 'game=%s\nwidth=%s\n' "$game" "${width:-${option[width]:-128}}" | write settings
}

check_same() {
  local game=$1 rules=$2 init=$3
  [ -z "$game" ] || [ "$game" = "$(setting game)" ] ||
    fail "$folder: is of the game $(setting game), not of $game; choose another folder"
  [ -z "$rules" ] || cmp -s "$rules" "${game%%.ini*}.ini" ||
    fail "$folder: was started with other rules than $rules has now; choose another folder"
  [ -z "$init" ] || cmp -s "$init" start.tbn ||
    fail "$folder: was not started with --init $init; leave it out, or choose another folder"
  [ -z "${option[width]}" ] || [ "${option[width]}" = "$(setting width)" ] ||
    fail "$folder: the width of its networks is $(setting width); leave --width out, or choose another folder"
}

setting() { sed -n "s/^$1=//p" settings; }

read_settings() {
  game=$(setting game) width=$(setting width)
  # Games that have setups begin with good ones, where there are not too many to look at all.
  local setups
  setups=$("$tabiya" setups count --normalised --game "$game" 2>/dev/null || echo 0)
  has_setups=""
  [ "$setups" = 0 ] || [ "$setups" -gt 20000000 ] || has_setups=1
}

# Nothing is seen half-written.
write() { cat >"$1.new" && mv "$1.new" "$1"; }
copy() { cp "$1" "$2.new" && mv "$2.new" "$2"; }

# numbers FOLDER ENDING: of its files N.ENDING, in their order.
numbers() { find "$1" -name "*.$2" -printf '%f\n' | sed -n "s/^\([0-9]*\)\.$2$/\1/p" | sort -n; }

# keep_last COUNT FOLDER ENDING: the others of these files go.
keep_last() {
  local number
  for number in $(numbers "$2" "$3" | head -n "-$1"); do rm "$2/$number.$3"; done
}

# json NAME: a value of the last object that is read; nothing where it is null or absent.
json() { tail -n 1 | sed -n "s/.*\"$1\": *\"\{0,1\}\([-+.0-9a-z]*\).*/\1/p" | { grep -v null || true; }; }

# Empty for linear models.
width_of() { "$tabiya" net info "$1" --json | json width; }

# --- running -----------------------------------------------------------------------------------------------

tries=0

# What the program is begun by: it ends with who began it, and runs where nothing else wants to. The script itself, which
# does next to nothing, is not held up by that.
ends_with_this=() gives_way=()
lower_priority() {
  ! can_run setpriv --pdeathsig KILL true || ends_with_this=(setpriv --pdeathsig KILL)
  [ "${option[nice]}" != 0 ] || return 0
  renice -n "${option[nice]}" -p $$ >/dev/null || true
  [ "${option[nice]}" = 19 ] || return 0
  ! can_run chrt --idle 0 true || gives_way=(chrt --idle 0)
  ! can_run ionice -c 3 true || gives_way+=(ionice -c 3)
  # Linux shares the processor among sessions before it looks at priorities (sched(7), "The autogroup feature"): where this
  # script leads a session of its own, the session gives way, too.
  [ "$(ps -o sid= -p $$ | tr -d ' ')" != $$ ] || echo 19 2>/dev/null >"/proc/$$/autogroup" || true
}
can_run() { "$@" 2>/dev/null; }

seconds_left() {
  [ -n "${option[hours]}" ] || { echo 1000000000 && return; }
  awk -v hours="${option[hours]}" -v now="$SECONDS" 'BEGIN { left = hours * 3600 - now; print (left > 0 ? left : 0) }'
}

is_over() {
  [ -e stopping ] || ! kill -0 "$PPID" 2>/dev/null && return 0
  [ -n "${option[tries]}" ] && [ "$tries" -ge "${option[tries]}" ] && return 0
  [ "$(seconds_left)" = 0 ]
}

# run SECONDS FILE ARGUMENTS…: the program, for so long at most. It ends with this script, however that ends. Its
# output goes to output.txt. FILE is what it would continue: of another version, or with other settings, it is begun anew.
# Returns 1 when it was stopped before its end; anything else that goes wrong ends the learner.
run() {
  local code=0 had_file=""
  [ ! -e "$2" ] || had_file=1
  start_and_wait "$1" "${@:3}" || code=$?
  if [ $code = 2 ] && [ -n "$had_file" ]; then
    rm -f "$2"
    code=0
    start_and_wait "$1" "${@:3}" || code=$?
  fi
  [ $code != 0 ] || return 0
  # A signal for all processes may end the program before the other shell says that it stops.
  [ $code = 124 ] || [ -e stopping ] || sleep 1
  [ ! -e stopping ] && [ $code != 124 ] || return 1
  write_log
  echo "learn.sh: $3: $(tail -n 1 errors.txt)" >&2
  exit 1
}

start_and_wait() {
  local limit code=0
  limit=$(awk -v limit="$1" -v left="$(seconds_left)" 'BEGIN { print (limit < left ? limit : left) }')
  [ "$limit" != 0 ] || return 124
  (
    trap - TERM HUP
    echo $BASHPID >running
    [ ! -e stopping ] || exit 143
    exec "${ends_with_this[@]}" "${gives_way[@]}" timeout -s TERM "$limit" "${ends_with_this[@]}" "$tabiya" "${@:2}"
  ) >output.txt 2>errors.txt </dev/null &
  wait $! || code=$?
  rm -f running
  return $code
}

readonly forever=1000000000

next_step() {
  if [ -e candidate/loss ]; then
    try_candidate
  elif [ -e candidate/files ]; then
    train_candidate
  elif [ "$(new_positions)" -ge "$(wanted_positions)" ]; then
    begin_candidate
  elif needs_setups; then
    filter_setups
  else
    make_room
    play_games
  fi
}

# --- networks ----------------------------------------------------------------------------------------------

current() { { echo 0 && numbers networks tbn; } | tail -n 1; }

# What --net takes for network N: from nothing, 0 counts pieces.
net() { [ -e "networks/$1.tbn" ] && echo "networks/$1.tbn" || echo material; }

# --- setups ------------------------------------------------------------------------------------------------

needs_setups() {
  [ -n "$has_setups" ] && [ ! -e setups.txt ] && [ "$(net "$(current)")" != material ] &&
    [ ! -e "setups/$(current).tsv" ]
}

# The replies are those of the list before where the sides place alike, and else a sample with the best ones of before.
filter_setups() {
  local number before
  number=$(current)
  before=$(numbers setups tsv | tail -n 1)
  if [ -z "$before" ]; then
    sample_blues >replies.txt
    filter_by "$number" first.tsv || return 0
    before=first.tsv
  else
    before=setups/$before.tsv
  fi
  if "$tabiya" setups rank --game "$game" --side blue "$(head -n 1 "$before" | cut -f 2)" >/dev/null 2>&1; then
    cut -f 2 "$before" >replies.txt
  else
    { sample_blues && cut -f 3 "$before"; } | sort -u >replies.txt
  fi
  filter_by "$number" "setups/$number.tsv" || return 0
  rm -f first.tsv replies.txt
  keep_last 2 setups tsv
}

filter_by() {
  run $forever "" filter --game "$game" --net "$(net "$1")" --replies replies.txt --keep 25000 --out "$2" --force \
    --threads "${option[threads]}"
}

sample_blues() {
  local count
  count=$("$tabiya" setups count --normalised --game "$game" --side blue)
  "$tabiya" setups sample $((count < 25000 ? count : 25000)) --game "$game" --side blue --seed 5
}

# The list that games begin with; false if there is none.
list_setups() {
  if [ -e setups.txt ]; then
    cp setups.txt list.txt
  elif [ -e "setups/$(current).tsv" ]; then
    cut -f 2 "setups/$(current).tsv" >list.txt
  else
    return 1
  fi
}

# --- games -------------------------------------------------------------------------------------------------

# "NUMBER POSITIONS NAME" for each file, oldest first.
game_files() {
  find games -name '*.tbd' -printf '%f\n' | sed -n 's/^0*\([1-9][0-9]*\)-\([0-9]*\)\.tbd$/\1 \2 games\/&/p' | sort -n
}

last_file() { { cut -f 2 played.tsv 2>/dev/null || true; game_files | cut -d ' ' -f 1; } | sort -n | tail -n 1; }
last_tried() { { echo $'\t\t\t0' && tried; } | tail -n 1 | cut -f 4; }

new_positions() { game_files | awk -v last="$(last_tried)" '$1 > last { sum += $2 } END { printf "%.0f\n", sum }'; }

# A quarter of what there is: candidates become rarer as there is more to gain from than the newest games.
wanted_positions() {
  game_files | awk -v least="${option[positions]}" -v window="${option[window]}" \
    '{ sum += $2 } END { want = (sum < window ? sum : window) / 4; printf "%.0f\n", (want > least ? want : least) }'
}

make_room() {
  local most name
  most=$(awk -v gigabytes="${option[size]}" 'BEGIN { printf "%.0f\n", gigabytes * 1e9 }')
  while [ "$(du -sb . | cut -f 1)" -gt "$most" ]; do
    name=$(game_files | sed -n '1s/.* //p')
    [ -n "$name" ] || fail "$folder: is larger than --size without any games; choose a larger one"
    rm "$name"
  done
  keep_last 20 networks tbn
}

# Files of two kinds by turns: many short games, and the ends of variations, labelled by deeper searches, which keep the
# values of what searches visit. Where little is known, or there are few setups, games are varied by more moves.
play_games() {
  local number base start=$SECONDS nodes=${option[nodes]} sampled=5 random=0
  number=$(($(last_file) + 1))
  base=$(net "$(current)")
  local arguments=(--game "$game" --net "$base" --seed "$number" --threads "${option[threads]}")
  if [ $((number % 2)) = 0 ]; then
    arguments+=(--nodes $((2 * nodes)) --ends $((10 * nodes)))
    sampled=15 random=15
  else
    arguments+=(--nodes "$nodes")
  fi
  if list_setups; then
    [ "$(wc -l <list.txt)" -ge 1000 ] || sampled=15 random=30
    arguments+=(--setups list.txt --random "$random")
  fi
  [ "$base" != material ] && [ -n "$(width_of "$base")" ] || sampled=25
  run "$(awk -v minutes="${option[minutes]}" -v times=$slowness 'BEGIN { print 60 * minutes * times }')" games/next \
    selfplay "${arguments[@]}" --sampled-moves "$sampled" --games 1000000000 --out games/next --resume || true
  keep_games "$number" $((number % 2)) $((SECONDS - start))
}

# On a machine that has hardly any time for this, the first games may take longer than a file: then it gets more.
slowness=1
keep_games() {
  local number=$1 positions
  [ ! -e stopping ] && [ -e games/next ] || return 0
  positions=$("$tabiya" data info games/next --json | json positions)
  if [ "$positions" = 0 ]; then
    slowness=$((slowness < 64 ? 2 * slowness : 64))
    return 0
  fi
  slowness=1
  mv games/next "games/$(printf '%07d' "$number")-$positions.tbd"
  printf '%s\t%d\t%d\t%s\t%d\t%d\n' "$(date '+%F %R')" "$number" "$(current)" "$2" "$positions" "$3" >>played.tsv
  write_log
}

# --- candidates --------------------------------------------------------------------------------------------

begin_candidate() {
  rm -rf candidate.new
  mkdir candidate.new
  current >candidate.new/base
  echo $(($(tried | wc -l) + 1)) >candidate.new/number
  game_files | tac | awk -v window="${option[window]}" 'sum < window { print; sum += $2 }' | tac >candidate.new/files
  plan_training "$(current)" >candidate.new/settings
  mv candidate.new candidate
}

# From nothing a linear model comes first, which learns from few games, then a network that begins at random. Then
# networks go on from one another; each that was no better halves the rate.
plan_training() {
  local base=$1 rate=0.001
  if [ "$(net "$base")" = material ]; then
    echo "--model linear --init material --epochs 8 --mix 0.7 --lambda 0.5 --batch 1024"
  elif [ -z "$(width_of "$(net "$base")")" ]; then
    echo "--width $width --epochs 8 --mix 0.8 --lambda 0.5 --batch 1024"
  else
    [ ! -e start.tbn ] || rate=0.0002
    rate=$(tried | awk -F '\t' -v rate=$rate '$10 ~ /^--init networks/ && $11 == "dropped" { rate /= 2 }
      END { print (rate < 0.0001 ? 0.0001 : rate) }')
    echo "--init $(net "$base") --width $width --epochs 2 --mix 0.8 --lambda 0.8 --batch 2048 --rate $rate"
  fi
}

train_candidate() {
  local files settings
  mapfile -t files < <(cut -d ' ' -f 3 candidate/files)
  read -ra settings <candidate/settings
  run $forever candidate/checkpoint train "${files[@]}" "${settings[@]}" --mixed --patience 0 --validation 0.01 \
    --name "learner-$(cat candidate/number)" --checkpoint candidate/checkpoint \
    --out candidate/network.tbn --resume --json --threads "${option[threads]}" || return 0
  json validation_excess <output.txt | awk '{ printf "%.5f\n", $1 }' | write candidate/loss
  write_log
}

tried() { [ ! -e tried.tsv ] || cat tried.tsv; }

# Games from uneven pairs of setups, where the game has some, and else from random openings.
try_candidate() {
  local base list openings=(--openings random)
  base=$(cat candidate/base)
  list=setups/$base.tsv
  if [ ! -e candidate/openings ]; then
    { [ ! -e "$list" ] || cat "$list"; } | awk -F '\t' '$1 * $1 > 2500 ^ 2 && $1 * $1 < 7000 ^ 2 { print $2, $4 }' |
      write candidate/openings
  fi
  [ "$(wc -l <candidate/openings)" -lt 500 ] || openings=(--openings candidate/openings --opening-order random)
  run $forever candidate/match.jsonl match "$(player candidate/network.tbn)" "$(player "$(net "$base")")" \
    --game "$game" "${openings[@]}" --seed "$(cat candidate/number)" --games "${option[match-games]}" \
    --game-time 3600000 --sprt "${option[sprt]% *}" "${option[sprt]#* }" --sprt-model logistic \
    --concurrency "${option[threads]}" --out candidate/match.jsonl --resume --json || return 0
  finish_candidate "$base"
}

player() { echo "play --net $1 --book none --nodes ${option[match-nodes]} --table 4"; }

# Each step may be done twice, and the last one ends the candidate.
finish_candidate() {
  local base=$1 verdict=dropped number
  number=$(cat candidate/number)
  [ "$(json sprt <output.txt)" != accepted ] || verdict=kept
  if [ $verdict = kept ]; then
    copy candidate/network.tbn network.tbn
    copy candidate/network.tbn "networks/$((base + 1)).tbn"
  fi
  printf '%s\t' "$(date '+%F %R')" "$number" "$base" "$(tail -n 1 candidate/files | cut -d ' ' -f 1)" \
    "$(awk '{ sum += $2 } END { printf "%.0f", sum }' candidate/files)" "$(cat candidate/loss)" \
    "$(json games <output.txt)" "$(json elo <output.txt)" "$(json elo_error <output.txt)" "$(cat candidate/settings)" >row.new
  printf '%s\n' $verdict >>row.new
  { tried | awk -v number="$number" 'NR < number' && cat row.new; } | write tried.tsv
  rm -rf candidate.old row.new
  mv candidate candidate.old
  rm -rf candidate.old
  tries=$((tries + 1))
  write_log
}

# --- the log -----------------------------------------------------------------------------------------------

write_log() {
  {
    printf '# What the learner of %s has learned\n\n| hour (UTC) | new positions | all | candidates | network |\n' "$game"
    printf '|---|---|---|---|---|\n'
    find . -maxdepth 1 \( -name played.tsv -o -name tried.tsv \) -exec cat {} + | sort -s -k 1,1 -t $'\t' |
      awk -F '\t' "$log_rows"
  } | write log.md
}

# Rows of played.tsv have six columns, and those of tried.tsv eleven.
readonly log_rows='
  function grouped(number, text) {
    for (text = sprintf("%.0f", number); match(text, /[0-9][0-9][0-9][0-9]($|,)/);)
      text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
    return text
  }
  function close_hour() {
    if (hour != "")
      printf "| %s:00 | %s | %s | %s | %d |\n", hour, grouped(new), grouped(all), candidates, network
    new = 0; candidates = ""
  }
  substr($1, 1, 13) != hour { close_hour(); hour = substr($1, 1, 13) }
  NF == 6 { new += $5; all += $5; network = $3 }
  NF == 11 {
    if ($11 == "kept") network = $3 + 1
    elo = $9 == "" ? "Elo unknown" : sprintf("%+.0f ± %.0f Elo", $8, $9)
    candidates = candidates (candidates == "" ? "" : "; ") \
      sprintf("%d: %s positions, %s above the least possible loss, %s in %s games, %s", \
      $2, grouped($5), $6, elo, grouped($7), $11)
  }
  END { close_hour() }'

# Bash reads on only when this is done, so that the script may be changed while it runs.
{
  main "$@"
  exit
}

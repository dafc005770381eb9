// Kills the engines of a program that ends without a chance to do it itself: by SIGKILL, SIGHUP or SIGQUIT.
//
// The system kills a child with its parent where it is asked to (PR_SET_PDEATHSIG), but not the processes
// that the child has started, such as the engine behind a script. So a process of our own waits for our end,
// and then kills the process group of each engine that still runs. It does not reach processes that leave
// their group (`setsid`, a shell with job control).
#pragma once

#include <sys/types.h>

namespace tabiya::booksearch {

class EngineGuard {
 public:
  // Returns the guard of this program. The first call starts it.
  static const EngineGuard& of_program();

  // The errno that tells why the guard could not be started; 0 if it was started. Without a guard, watch()
  // and forget() do nothing.
  int error() const { return error_; }

  // Watches the process group that `leader` leads. The leader calls it before it can start anything. It calls
  // nothing that must not be called between fork() and exec().
  void watch(pid_t leader) const;
  // Ends the watch of a group. It is called before the leader is waited for: its number may belong to another
  // process afterwards.
  void forget(pid_t leader) const;

 private:
  EngineGuard();

  int socket_ = -1;
  int error_ = 0;
};

}  // namespace tabiya::booksearch

// Kills the engines of a program that ends without a chance to do it itself: by SIGKILL, SIGHUP or SIGQUIT.
//
// The system kills a child with its parent where it is asked to (PR_SET_PDEATHSIG), but not what the child has started,
// such as the engine behind a script. So a process of our own waits for our end, and then kills the process group of
// each engine that still runs. What leaves its group (`setsid`, a shell with job control) is not reached.
#pragma once

#include <sys/types.h>

namespace tabiya::booksearch {

class EngineGuard {
 public:
  // The guard of this program, started with the first call.
  static const EngineGuard& of_program();

  // Why it could not be started, as errno has it; 0 if it was. What follows does nothing then.
  int error() const { return error_; }

  // For a group that `leader` leads; to be called in it, before it can start anything. Calls nothing that must not be
  // called between fork() and exec().
  void watch(pid_t leader) const;
  // Before the leader is waited for: its number may belong to another process afterwards.
  void forget(pid_t leader) const;

 private:
  EngineGuard();

  int socket_ = -1;
  int error_ = 0;
};

}  // namespace tabiya::booksearch

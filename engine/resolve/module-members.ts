/**
 * What the modules offer that run programs and code: all that `dir` says of them in Python 3.13, and what other systems
 * and versions add.
 */
const table = {
  os: `
    CLD_CONTINUED CLD_DUMPED CLD_EXITED CLD_KILLED CLD_STOPPED CLD_TRAPPED CLONE_FILES CLONE_FS CLONE_NEWCGROUP
    CLONE_NEWIPC CLONE_NEWNET CLONE_NEWNS CLONE_NEWPID CLONE_NEWTIME CLONE_NEWUSER CLONE_NEWUTS CLONE_SIGHAND
    CLONE_SYSVSEM CLONE_THREAD CLONE_VM DirEntry EFD_CLOEXEC EFD_NONBLOCK EFD_SEMAPHORE EX_CANTCREAT EX_CONFIG
    EX_DATAERR EX_IOERR EX_NOHOST EX_NOINPUT EX_NOPERM EX_NOUSER EX_OK EX_OSERR EX_OSFILE EX_PROTOCOL
    EX_SOFTWARE EX_TEMPFAIL EX_UNAVAILABLE EX_USAGE F_LOCK F_OK F_TEST F_TLOCK F_ULOCK GRND_NONBLOCK GRND_RANDOM
    GenericAlias MFD_ALLOW_SEALING MFD_CLOEXEC MFD_HUGETLB MFD_HUGE_16GB MFD_HUGE_16MB MFD_HUGE_1GB MFD_HUGE_1MB
    MFD_HUGE_256MB MFD_HUGE_2GB MFD_HUGE_2MB MFD_HUGE_32MB MFD_HUGE_512KB MFD_HUGE_512MB MFD_HUGE_64KB
    MFD_HUGE_8MB MFD_HUGE_MASK MFD_HUGE_SHIFT Mapping MutableMapping NGROUPS_MAX O_ACCMODE O_APPEND O_ASYNC
    O_BINARY O_CLOEXEC O_CREAT O_DIRECT O_DIRECTORY O_DSYNC O_EVTONLY O_EXCL O_EXEC O_EXLOCK O_FSYNC O_LARGEFILE
    O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NOFOLLOW_ANY O_NOINHERIT O_NONBLOCK O_PATH O_RANDOM O_RDONLY O_RDWR
    O_RSYNC O_SEARCH O_SEQUENTIAL O_SHLOCK O_SHORT_LIVED O_SYMLINK O_SYNC O_TEMPORARY O_TEXT O_TMPFILE O_TRUNC
    O_WRONLY PIDFD_NONBLOCK POSIX_FADV_DONTNEED POSIX_FADV_NOREUSE POSIX_FADV_NORMAL POSIX_FADV_RANDOM
    POSIX_FADV_SEQUENTIAL POSIX_FADV_WILLNEED POSIX_SPAWN_CLOSE POSIX_SPAWN_CLOSEFROM POSIX_SPAWN_DUP2
    POSIX_SPAWN_OPEN PRIO_PGRP PRIO_PROCESS PRIO_USER P_ALL P_DETACH P_NOWAIT P_NOWAITO P_OVERLAY P_PGID P_PID
    P_PIDFD P_WAIT PathLike RTLD_DEEPBIND RTLD_GLOBAL RTLD_LAZY RTLD_LOCAL RTLD_NODELETE RTLD_NOLOAD RTLD_NOW
    RWF_APPEND RWF_DSYNC RWF_HIPRI RWF_NOWAIT RWF_SYNC R_OK SCHED_BATCH SCHED_DEADLINE SCHED_FIFO SCHED_IDLE
    SCHED_NORMAL SCHED_OTHER SCHED_RESET_ON_FORK SCHED_RR SCHED_SPORADIC SEEK_CUR SEEK_DATA SEEK_END SEEK_HOLE
    SEEK_SET SPLICE_F_MORE SPLICE_F_MOVE SPLICE_F_NONBLOCK ST_APPEND ST_MANDLOCK ST_NOATIME ST_NODEV
    ST_NODIRATIME ST_NOEXEC ST_NOSUID ST_RDONLY ST_RELATIME ST_SYNCHRONOUS ST_WRITE TFD_CLOEXEC TFD_NONBLOCK
    TFD_TIMER_ABSTIME TFD_TIMER_CANCEL_ON_SET TMP_MAX UserDict WCONTINUED WCOREDUMP WEXITED WEXITSTATUS
    WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED W_OK
    XATTR_CREATE XATTR_REPLACE XATTR_SIZE_MAX X_OK _Environ _check_methods _execvpe _exists _exit _fspath _fwalk
    _fwalk_close _fwalk_walk _fwalk_yield _get_exports_list _spawnvef _walk_symlinks_as_files _wrap_close abc
    abort access add_dll_directory altsep chdir chflags chmod chown chroot close closerange confstr
    confstr_names copy_file_range cpu_count ctermid curdir defpath device_encoding devnull dup dup2 environ
    environb errno error eventfd eventfd_read eventfd_write execl execle execlp execlpe execv execve execvp
    execvpe extsep fchdir fchmod fchown fdatasync fdopen fork forkpty fpathconf fsdecode fsencode fspath fstat
    fstatvfs fsync ftruncate fwalk get_blocking get_exec_path get_handle_inheritable get_inheritable
    get_terminal_size getcwd getcwdb getcwdu getegid getenv getenvb geteuid getgid getgrouplist getgroups
    getloadavg getlogin getpgid getpgrp getpid getppid getpriority getrandom getresgid getresuid getsid getuid
    getxattr grantpt initgroups isatty kill killpg lchflags lchmod lchown linesep link listdir listdrives
    listmounts listvolumes listxattr lockf login_tty lseek lstat major makedev makedirs memfd_create minor mkdir
    mkfifo mknod name nice open openpty pardir path pathconf pathconf_names pathsep pidfd_open pipe pipe2 plock
    popen popen2 popen3 popen4 posix_fadvise posix_fallocate posix_openpt posix_spawn posix_spawnp pread preadv
    process_cpu_count ptsname putenv pwrite pwritev read readinto readlink readv register_at_fork reload_environ
    remove removedirs removexattr rename renames replace rmdir scandir sched_get_priority_max
    sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler sched_param sched_rr_get_interval
    sched_setaffinity sched_setparam sched_setscheduler sched_yield sendfile sep set_blocking
    set_handle_inheritable set_inheritable setegid seteuid setgid setgroups setns setpgid setpgrp setpriority
    setregid setresgid setresuid setreuid setsid setuid setxattr spawnl spawnle spawnlp spawnlpe spawnv spawnve
    spawnvp spawnvpe splice st startfile stat stat_result statvfs statvfs_result strerror supports_bytes_environ
    supports_dir_fd supports_effective_ids supports_fd supports_follow_symlinks symlink sync sys sysconf
    sysconf_names system tcgetpgrp tcsetpgrp tempnam terminal_size timerfd_create timerfd_gettime
    timerfd_gettime_ns timerfd_settime timerfd_settime_ns times times_result tmpfile tmpnam truncate ttyname
    umask uname uname_result unlink unlockpt unsetenv unshare urandom utime wait wait3 wait4 waitid
    waitid_result waitpid waitstatus_to_exitcode walk write writev
  `,
  builtins: `
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
    BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
    ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
    EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning
    GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError
    IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
    NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning
    PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning
    RuntimeError RuntimeWarning StandardError StopAsyncIteration StopIteration SyntaxError SyntaxWarning
    SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError
    UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning
    WindowsError ZeroDivisionError _ _IncompleteInputError __build_class__ __import__ abs aiter all anext any
    apply ascii basestring bin bool breakpoint buffer bytearray bytes callable chr classmethod cmp coerce
    compile complex copyright credits delattr dict dir divmod enumerate eval exec execfile exit file filter
    float format frozenset getattr globals hasattr hash help hex id input int intern isinstance issubclass iter
    len license list locals long map max memoryview min next object oct open ord pow print property quit range
    raw_input reduce reload repr reversed round set setattr slice sorted staticmethod str sum super tuple type
    unichr unicode vars xrange zip
  `,
  subprocess: `
    ABOVE_NORMAL_PRIORITY_CLASS BELOW_NORMAL_PRIORITY_CLASS CREATE_BREAKAWAY_FROM_JOB CREATE_DEFAULT_ERROR_MODE
    CREATE_NEW_CONSOLE CREATE_NEW_PROCESS_GROUP CREATE_NO_WINDOW CalledProcessError CompletedProcess
    DETACHED_PROCESS DEVNULL HIGH_PRIORITY_CLASS Handle IDLE_PRIORITY_CLASS NORMAL_PRIORITY_CLASS PIPE Popen
    REALTIME_PRIORITY_CLASS STARTF_FORCEOFFFEEDBACK STARTF_FORCEONFEEDBACK STARTF_USESHOWWINDOW
    STARTF_USESTDHANDLES STARTUPINFO STDOUT STD_ERROR_HANDLE STD_INPUT_HANDLE STD_OUTPUT_HANDLE SW_HIDE
    SubprocessError TimeoutExpired _HAVE_POSIX_SPAWN_CLOSEFROM _PIPE_BUF _PopenSelector _USE_POSIX_SPAWN
    _USE_VFORK _active _args_from_interpreter_flags _can_fork_exec _cleanup _del_safe _fork_exec _mswindows
    _optim_args_from_interpreter_flags _posixsubprocess _text_encoding _time _use_posix_spawn
    _waitstatus_to_exitcode _winapi builtins call check_call check_output contextlib errno fcntl getoutput
    getstatus getstatusoutput grp io list2cmdline locale mk2arg mkarg msvcrt mswindows os pwd run select
    selectors signal sys threading time types warnings
  `,
  pty: `
    CHILD STDERR_FILENO STDIN_FILENO STDOUT_FILENO _copy _open_terminal _read close fork master_open openpty os
    select setraw slave_open spawn sys tcgetattr tcsetattr tty waitpid
  `,
  runpy: `
    ModuleType _Error _ModifiedArgv0 _TempModule _get_code_from_file _get_main_module_details
    _get_module_details _run_code _run_module_as_main _run_module_code get_importer imp importlib io os
    read_code run_module run_path sys
  `,
} as const;

const members: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(table).map(([module, list]) => [module, new Set(list.trim().split(/\s+/))]),
);

/** Whether a module offers a name; undefined for modules of which not every name is listed here. */
export function isMember(module: string, name: string): boolean | undefined {
  const names = members.get(module);
  return names && (names.has(name) || /^__[a-z_]+__$/.test(name));
}

/** The functions of these modules that run a program or code. */
const running =
  /^(?:system|popen\d?|exec\w*|spawn\w*|posix_spawnp?|startfile|_execvpe|_spawnvef|fork\w*|eval|compile|__import__|open|getattr|breakpoint|run\w*|_run\w*|call|check_\w+|Popen|get(?:status)?output)$/;

/** Whether a name that begins like this may be a function of the module that runs a program or code. */
export function mayRun(module: string, start: string): boolean {
  const names = members.get(module);
  return names === undefined
    ? start === ""
    : [...names].some((name) => name.startsWith(start) && running.test(name));
}

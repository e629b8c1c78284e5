import { hasName, publicNames } from "./library-names.ts";

/**
 * What further modules of the standard library offer to everybody. They differ between systems and versions, so this is
 * enough to recognise a use of theirs and never to say that a name is missing.
 */
const table: Readonly<Record<string, string>> = {
  argparse: `
    Action ArgumentDefaultsHelpFormatter ArgumentError ArgumentParser ArgumentTypeError BooleanOptionalAction
    FileType HelpFormatter MetavarTypeHelpFormatter Namespace ONE_OR_MORE OPTIONAL PARSER REMAINDER
    RawDescriptionHelpFormatter RawTextHelpFormatter SUPPRESS ZERO_OR_MORE
  `,
  array: "ArrayType array typecodes",
  ast: `
    AST Attribute Call ClassDef Constant Expression FunctionDef Import ImportFrom Load Module Name NodeTransformer
    NodeVisitor Store dump fix_missing_locations get_docstring get_source_segment iter_child_nodes iter_fields
    literal_eval parse unparse walk
  `,
  asyncio: `
    ALL_COMPLETED AbstractChildWatcher AbstractEventLoop AbstractEventLoopPolicy AbstractServer Barrier
    BaseEventLoop BaseProtocol BaseTransport BoundedSemaphore BrokenBarrierError BufferedProtocol CancelledError
    Condition DatagramProtocol DatagramTransport DefaultEventLoopPolicy Event FIRST_COMPLETED FIRST_EXCEPTION
    FastChildWatcher Future Handle IncompleteReadError InvalidStateError LifoQueue LimitOverrunError Lock
    MultiLoopChildWatcher PidfdChildWatcher PriorityQueue Protocol Queue QueueEmpty QueueFull ReadTransport Runner
    SafeChildWatcher SelectorEventLoop Semaphore SendfileNotAvailableError Server StreamReader StreamReaderProtocol
    StreamWriter SubprocessProtocol SubprocessTransport Task ThreadedChildWatcher Timeout TimeoutError TimerHandle
    Transport WriteTransport all_tasks as_completed create_subprocess_exec create_subprocess_shell create_task
    current_task ensure_future gather get_child_watcher get_event_loop get_event_loop_policy get_running_loop
    iscoroutine iscoroutinefunction isfuture new_event_loop open_connection open_unix_connection run
    run_coroutine_threadsafe set_child_watcher set_event_loop set_event_loop_policy shield sleep start_server
    start_unix_server timeout timeout_at to_thread wait wait_for wrap_future
  `,
  atexit: "register unregister",
  base64: `
    a85decode a85encode b16decode b16encode b32decode b32encode b32hexdecode b32hexencode b64decode b64encode
    b85decode b85encode decode decodebytes encode encodebytes standard_b64decode standard_b64encode
    urlsafe_b64decode urlsafe_b64encode
  `,
  binascii: `
    Error Incomplete a2b_base64 a2b_hex a2b_qp a2b_uu b2a_base64 b2a_hex b2a_qp b2a_uu crc32 crc_hqx hexlify
    unhexlify
  `,
  bz2: "BZ2Compressor BZ2Decompressor BZ2File compress decompress open",
  cProfile: "Profile run runctx",
  cmath: `
    acos acosh asin asinh atan atanh cos cosh e exp inf infj isclose isfinite isinf isnan log log10 nan nanj phase
    pi polar rect sin sinh sqrt tan tanh tau
  `,
  codecs: `
    BOM BOM32_BE BOM32_LE BOM64_BE BOM64_LE BOM_BE BOM_LE BOM_UTF16 BOM_UTF16_BE BOM_UTF16_LE BOM_UTF32 BOM_UTF32_BE
    BOM_UTF32_LE BOM_UTF8 Codec CodecInfo EncodedFile IncrementalDecoder IncrementalEncoder StreamReader
    StreamReaderWriter StreamRecoder StreamWriter backslashreplace_errors decode encode getdecoder getencoder
    getincrementaldecoder getincrementalencoder getreader getwriter ignore_errors iterdecode iterencode lookup
    lookup_error namereplace_errors open register register_error replace_errors strict_errors
    xmlcharrefreplace_errors
  `,
  "collections.abc": `
    AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine
    Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence
    MutableSet Reversible Sequence Set Sized ValuesView
  `,
  "concurrent.futures": `
    ALL_COMPLETED BrokenExecutor CancelledError Executor FIRST_COMPLETED FIRST_EXCEPTION Future ProcessPoolExecutor
    ThreadPoolExecutor TimeoutError as_completed wait
  `,
  configparser: `
    BasicInterpolation ConfigParser ConverterMapping DEFAULTSECT DuplicateOptionError DuplicateSectionError
    ExtendedInterpolation Interpolation InterpolationDepthError InterpolationError InterpolationMissingOptionError
    InterpolationSyntaxError LegacyInterpolation MAX_INTERPOLATION_DEPTH MissingSectionHeaderError NoOptionError
    NoSectionError ParsingError RawConfigParser SafeConfigParser SectionProxy
  `,
  contextlib: `
    AbstractAsyncContextManager AbstractContextManager AsyncExitStack ContextDecorator ExitStack aclosing
    asynccontextmanager chdir closing contextmanager nullcontext redirect_stderr redirect_stdout suppress
  `,
  difflib: `
    Differ HtmlDiff IS_CHARACTER_JUNK IS_LINE_JUNK Match SequenceMatcher context_diff diff_bytes get_close_matches
    ndiff restore unified_diff
  `,
  email: "message_from_binary_file message_from_bytes message_from_file message_from_string",
  "email.message": "EmailMessage Message",
  "email.mime.multipart": "MIMEMultipart",
  "email.mime.text": "MIMEText",
  "email.utils": `
    collapse_rfc2231_value decode_params decode_rfc2231 encode_rfc2231 format_datetime formataddr formatdate
    getaddresses make_msgid mktime_tz parseaddr parsedate parsedate_to_datetime parsedate_tz unquote
  `,
  fnmatch: "filter fnmatch fnmatchcase translate",
  gc: `
    DEBUG_COLLECTABLE DEBUG_LEAK DEBUG_SAVEALL DEBUG_STATS DEBUG_UNCOLLECTABLE callbacks collect disable enable
    freeze garbage get_count get_debug get_freeze_count get_objects get_referents get_referrers get_stats
    get_threshold is_finalized is_tracked isenabled set_debug set_threshold unfreeze
  `,
  getpass: "GetPassWarning getpass getuser",
  gzip: "BadGzipFile GzipFile compress decompress open",
  hashlib: `
    algorithms_available algorithms_guaranteed blake2b blake2s file_digest md5 new pbkdf2_hmac sha1 sha224 sha256
    sha384 sha3_224 sha3_256 sha3_384 sha3_512 sha512 shake_128 shake_256
  `,
  hmac: "HMAC compare_digest digest digest_size new trans_36 trans_5C",
  html: "escape unescape",
  http: "HTTPMethod HTTPStatus",
  "http.client": `
    BadStatusLine CannotSendHeader CannotSendRequest HTTPConnection HTTPException HTTPResponse HTTPSConnection
    ImproperConnectionState IncompleteRead InvalidURL LineTooLong NotConnected RemoteDisconnected ResponseNotReady
    UnimplementedFileMode UnknownProtocol UnknownTransferEncoding error responses
  `,
  "http.server": `
    BaseHTTPRequestHandler CGIHTTPRequestHandler HTTPServer SimpleHTTPRequestHandler ThreadingHTTPServer
  `,
  importlib: "find_loader import_module invalidate_caches reload",
  "importlib.metadata": `
    Distribution DistributionFinder PackageMetadata PackageNotFoundError distribution distributions entry_points
    files metadata packages_distributions requires version
  `,
  "importlib.resources": `
    Package Resource ResourceReader as_file contents files is_resource open_binary open_text path read_binary
    read_text
  `,
  "importlib.util": `
    LazyLoader Loader MAGIC_NUMBER cache_from_source contextmanager decode_source find_spec module_for_loader
    module_from_spec resolve_name set_loader set_package source_from_cache source_hash spec_from_file_location
    spec_from_loader
  `,
  inspect: `
    ArgInfo Arguments Attribute BlockFinder BoundArguments ClassFoundException ClosureVars EndOfBlock FrameInfo
    FullArgSpec Parameter Signature Traceback classify_class_attrs cleandoc currentframe findsource formatannotation
    formatannotationrelativeto formatargvalues get_annotations getabsfile getargs getargvalues getattr_static
    getblock getcallargs getclasstree getclosurevars getcomments getcoroutinelocals getcoroutinestate getdoc getfile
    getframeinfo getfullargspec getgeneratorlocals getgeneratorstate getinnerframes getlineno getmembers
    getmembers_static getmodule getmodulename getmro getouterframes getsource getsourcefile getsourcelines
    indentsize isabstract isasyncgen isasyncgenfunction isawaitable isbuiltin isclass iscode iscoroutine
    iscoroutinefunction isdatadescriptor isframe isfunction isgenerator isgeneratorfunction isgetsetdescriptor
    ismemberdescriptor ismethod ismethoddescriptor ismethodwrapper ismodule isroutine istraceback signature stack
    trace unwrap walktree
  `,
  io: `
    BlockingIOError BufferedIOBase BufferedRWPair BufferedRandom BufferedReader BufferedWriter BytesIO
    DEFAULT_BUFFER_SIZE FileIO IOBase IncrementalNewlineDecoder RawIOBase SEEK_CUR SEEK_END SEEK_SET StringIO
    TextIOBase TextIOWrapper UnsupportedOperation open open_code text_encoding
  `,
  ipaddress: `
    AddressValueError IPV4LENGTH IPV6LENGTH IPv4Address IPv4Interface IPv4Network IPv6Address IPv6Interface
    IPv6Network NetmaskValueError collapse_addresses get_mixed_type_key ip_address ip_interface ip_network
    summarize_address_range v4_int_to_packed v6_int_to_packed
  `,
  keyword: "iskeyword issoftkeyword kwlist softkwlist",
  locale: `
    Error atof atoi currency format format_string getdefaultlocale getencoding getlocale getpreferredencoding
    localeconv normalize resetlocale setlocale str strcoll strxfrm
  `,
  logging: `
    BASIC_FORMAT BufferingFormatter CRITICAL DEBUG ERROR FATAL FileHandler Filter Formatter Handler INFO LogRecord
    Logger LoggerAdapter NOTSET NullHandler StreamHandler WARN WARNING addLevelName basicConfig captureWarnings
    critical debug disable error exception fatal getLevelName getLevelNamesMapping getLogRecordFactory getLogger
    getLoggerClass info lastResort log makeLogRecord raiseExceptions setLogRecordFactory setLoggerClass shutdown
    warn warning
  `,
  "logging.config": `
    BaseConfigurator ConvertingDict ConvertingList ConvertingMixin ConvertingTuple DEFAULT_LOGGING_CONFIG_PORT
    DictConfigurator IDENTIFIER RESET_ERROR StreamRequestHandler ThreadingTCPServer dictConfig dictConfigClass
    fileConfig listen stopListening valid_ident
  `,
  "logging.handlers": `
    BaseRotatingHandler BufferingHandler DEFAULT_HTTP_LOGGING_PORT DEFAULT_SOAP_LOGGING_PORT
    DEFAULT_TCP_LOGGING_PORT DEFAULT_UDP_LOGGING_PORT DatagramHandler HTTPHandler MemoryHandler NTEventLogHandler
    QueueHandler QueueListener RotatingFileHandler SMTPHandler ST_DEV ST_INO ST_MTIME SYSLOG_TCP_PORT
    SYSLOG_UDP_PORT SocketHandler SysLogHandler TimedRotatingFileHandler WatchedFileHandler
  `,
  multiprocessing: `
    Array AuthenticationError Barrier BoundedSemaphore BufferTooShort Condition Event JoinableQueue Lock Manager
    Pipe Pool Process ProcessError Queue RLock RawArray RawValue Semaphore SimpleQueue TimeoutError Value
    active_children allow_connection_pickling cpu_count current_process freeze_support get_all_start_methods
    get_context get_logger get_start_method log_to_stderr parent_process reducer set_executable
    set_forkserver_preload set_start_method
  `,
  numbers: "Complex Integral Number Rational Real",
  os: `
    DirEntry GenericAlias Mapping MutableMapping PathLike abort access altsep chdir chmod chown chroot close
    closerange confstr confstr_names copy_file_range cpu_count ctermid curdir defpath device_encoding devnull dup
    dup2 environ environb error eventfd eventfd_read eventfd_write execl execle execlp execlpe execv execve execvp
    execvpe extsep fchdir fchmod fchown fdatasync fdopen fork forkpty fpathconf fsdecode fsencode fspath fstat
    fstatvfs fsync ftruncate fwalk get_blocking get_exec_path get_inheritable get_terminal_size getcwd getcwdb
    getegid getenv getenvb geteuid getgid getgrouplist getgroups getloadavg getlogin getpgid getpgrp getpid getppid
    getpriority getrandom getresgid getresuid getsid getuid getxattr initgroups isatty kill killpg lchown linesep
    link listdir listxattr lockf login_tty lseek lstat major makedev makedirs memfd_create minor mkdir mkfifo mknod
    name nice open openpty pardir path pathconf pathconf_names pathsep pidfd_open pipe pipe2 popen pread preadv
    putenv pwrite pwritev read readlink readv register_at_fork remove removedirs removexattr rename renames replace
    rmdir scandir sendfile sep set_blocking set_inheritable setegid seteuid setgid setgroups setpgid setpgrp
    setpriority setregid setresgid setresuid setreuid setsid setuid setxattr spawnl spawnle spawnlp spawnlpe spawnv
    spawnve spawnvp spawnvpe splice stat stat_result statvfs statvfs_result strerror supports_bytes_environ
    supports_dir_fd supports_effective_ids supports_fd supports_follow_symlinks symlink sync sysconf sysconf_names
    system tcgetpgrp tcsetpgrp terminal_size times times_result truncate ttyname umask uname uname_result unlink
    unsetenv urandom utime wait wait3 wait4 waitid waitid_result waitpid waitstatus_to_exitcode walk write writev
  `,
  "os.path": `
    abspath altsep basename commonpath commonprefix curdir defpath devnull dirname exists expanduser expandvars
    extsep getatime getctime getmtime getsize isabs isdir isfile islink ismount join lexists normcase normpath
    pardir pathsep realpath relpath samefile sameopenfile samestat sep split splitdrive splitext
    supports_unicode_filenames
  `,
  pathlib: "Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath",
  pickle: `
    PickleBuffer PickleError Pickler PicklingError Unpickler UnpicklingError dump dumps load loads
  `,
  platform: `
    architecture freedesktop_os_release java_ver libc_ver mac_ver machine node platform processor python_branch
    python_build python_compiler python_implementation python_revision python_version python_version_tuple release
    system system_alias uname uname_result version win32_edition win32_is_iot win32_ver
  `,
  pprint: "PrettyPrinter isreadable isrecursive pformat pp pprint saferepr",
  queue: "Empty Full LifoQueue PriorityQueue Queue SimpleQueue",
  sched: "scheduler",
  secrets: "SystemRandom choice compare_digest randbelow randbits token_bytes token_hex token_urlsafe",
  shelve: "BsdDbShelf DbfilenameShelf Shelf open",
  shutil: `
    Error ExecError SameFileError SpecialFileError chown copy copy2 copyfile copyfileobj copymode copystat copytree
    disk_usage get_archive_formats get_terminal_size get_unpack_formats ignore_patterns make_archive move
    register_archive_format register_unpack_format rmtree unpack_archive unregister_archive_format
    unregister_unpack_format which
  `,
  signal: `
    Handlers ItimerError SIGALRM SIGINT SIGKILL SIGTERM Sigmasks Signals alarm default_int_handler getitimer
    getsignal pause pidfd_send_signal pthread_kill pthread_sigmask raise_signal set_wakeup_fd setitimer siginterrupt
    signal sigpending sigtimedwait sigwait sigwaitinfo strsignal struct_siginfo valid_signals
  `,
  smtplib: `
    SMTP SMTPAuthenticationError SMTPConnectError SMTPDataError SMTPException SMTPHeloError SMTPNotSupportedError
    SMTPRecipientsRefused SMTPResponseException SMTPSenderRefused SMTPServerDisconnected SMTP_SSL quoteaddr
    quotedata
  `,
  socket: `
    AF_DECnet AF_INET AF_INET6 AddressFamily AddressInfo IntEnum IntFlag MsgFlag SOCK_DGRAM SOCK_STREAM SOL_SOCKET
    SO_REUSEADDR SocketIO SocketKind SocketType close create_connection create_server dup error fromfd gaierror
    getaddrinfo getdefaulttimeout getfqdn gethostbyaddr gethostbyname gethostbyname_ex gethostname getnameinfo
    getprotobyname getservbyname getservbyport has_dualstack_ipv6 has_ipv6 herror htonl htons if_indextoname
    if_nameindex if_nametoindex inet_aton inet_ntoa inet_ntop inet_pton ntohl ntohs recv_fds send_fds
    setdefaulttimeout sethostname socket socketpair timeout
  `,
  sqlite3: `
    Binary Blob Connection Cursor DataError DatabaseError Date DateFromTicks Error IntegrityError InterfaceError
    InternalError NotSupportedError OperationalError PrepareProtocol ProgrammingError Row Time TimeFromTicks
    Timestamp TimestampFromTicks Warning adapt adapters apilevel complete_statement connect converters
    enable_callback_tracebacks enable_shared_cache paramstyle register_adapter register_converter sqlite_version
    sqlite_version_info threadsafety version version_info
  `,
  struct: "Struct calcsize error iter_unpack pack pack_into unpack unpack_from",
  subprocess: `
    CalledProcessError CompletedProcess DEVNULL PIPE Popen STDOUT SubprocessError TimeoutExpired call check_call
    check_output getoutput getstatusoutput run
  `,
  sys: `
    abiflags addaudithook api_version argv audit base_exec_prefix base_prefix breakpointhook builtin_module_names
    byteorder call_tracing copyright displayhook dont_write_bytecode exc_info excepthook exception exec_prefix
    executable exit flags float_info float_repr_style get_asyncgen_hooks get_coroutine_origin_tracking_depth
    get_int_max_str_digits getallocatedblocks getdefaultencoding getdlopenflags getfilesystemencodeerrors
    getfilesystemencoding getprofile getrecursionlimit getrefcount getsizeof getswitchinterval gettrace hash_info
    hexversion implementation int_info intern is_finalizing maxsize maxunicode meta_path modules orig_argv path
    path_hooks path_importer_cache platform platlibdir prefix pycache_prefix set_asyncgen_hooks
    set_coroutine_origin_tracking_depth set_int_max_str_digits setdlopenflags setprofile setrecursionlimit
    setswitchinterval settrace stderr stdin stdlib_module_names stdout thread_info unraisablehook version
    version_info warnoptions
  `,
  tarfile: `
    CompressionError DEFAULT_FORMAT ENCODING ExtractError GNU_FORMAT HeaderError PAX_FORMAT ReadError StreamError
    TarError TarFile TarInfo USTAR_FORMAT is_tarfile open
  `,
  tempfile: `
    NamedTemporaryFile SpooledTemporaryFile TMP_MAX TemporaryDirectory TemporaryFile gettempdir gettempdirb
    gettempprefix gettempprefixb mkdtemp mkstemp mktemp tempdir
  `,
  threading: `
    Barrier BoundedSemaphore BrokenBarrierError Condition Event ExceptHookArgs Lock RLock Semaphore TIMEOUT_MAX
    Thread ThreadError Timer active_count current_thread enumerate excepthook get_ident get_native_id getprofile
    gettrace local main_thread setprofile settrace stack_size
  `,
  time: `
    CLOCK_BOOTTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_TAI
    CLOCK_THREAD_CPUTIME_ID altzone asctime clock_getres clock_gettime clock_gettime_ns clock_settime
    clock_settime_ns ctime daylight get_clock_info gmtime localtime mktime monotonic monotonic_ns perf_counter
    perf_counter_ns process_time process_time_ns pthread_getcpuclockid sleep strftime strptime struct_time
    thread_time thread_time_ns time time_ns timezone tzname tzset
  `,
  timeit: "Timer default_timer repeat timeit",
  tomllib: "TOMLDecodeError load loads",
  traceback: `
    FrameSummary StackSummary TracebackException clear_frames extract_stack extract_tb format_exc format_exception
    format_exception_only format_list format_stack format_tb print_exc print_exception print_last print_stack
    print_tb walk_stack walk_tb
  `,
  types: `
    AsyncGeneratorType BuiltinFunctionType BuiltinMethodType CellType ClassMethodDescriptorType CodeType
    CoroutineType DynamicClassAttribute EllipsisType FrameType FunctionType GeneratorType GenericAlias
    GetSetDescriptorType LambdaType MappingProxyType MemberDescriptorType MethodDescriptorType MethodType
    MethodWrapperType ModuleType NoneType NotImplementedType SimpleNamespace TracebackType UnionType
    WrapperDescriptorType coroutine new_class prepare_class resolve_bases
  `,
  typing: `
    AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable
    BinaryIO ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine Counter
    DefaultDict Deque Dict Final ForwardRef FrozenSet Generator Generic Hashable IO ItemsView Iterable Iterator
    KeysView List Literal LiteralString Mapping MappingView Match MutableMapping MutableSequence MutableSet
    NamedTuple Never NewType NoReturn NotRequired Optional OrderedDict ParamSpec ParamSpecArgs ParamSpecKwargs
    Pattern Protocol Required Reversible Self Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex
    SupportsFloat SupportsIndex SupportsInt SupportsRound TYPE_CHECKING Text TextIO Tuple Type TypeAlias TypeGuard
    TypeVar TypeVarTuple TypedDict Union Unpack ValuesView assert_never assert_type cast clear_overloads
    dataclass_transform final get_args get_origin get_overloads get_type_hints is_typeddict no_type_check
    no_type_check_decorator overload reveal_type runtime_checkable
  `,
  unicodedata: `
    UCD bidirectional category combining decimal decomposition digit east_asian_width is_normalized lookup mirrored
    name normalize numeric ucd_3_2_0 unidata_version
  `,
  unittest: `
    FunctionTestCase IsolatedAsyncioTestCase SkipTest TestCase TestLoader TestResult TestSuite TextTestResult
    TextTestRunner addModuleCleanup defaultTestLoader doModuleCleanups enterModuleContext expectedFailure
    findTestCases getTestCaseNames installHandler main makeSuite registerResult removeHandler removeResult skip
    skipIf skipUnless
  `,
  "unittest.mock": `
    ANY AsyncMock DEFAULT FILTER_DIR MagicMock Mock NonCallableMagicMock NonCallableMock PropertyMock call
    create_autospec mock_open patch seal sentinel
  `,
  "urllib.error": "ContentTooShortError HTTPError URLError",
  "urllib.parse": `
    DefragResult DefragResultBytes ParseResult ParseResultBytes SplitResult SplitResultBytes parse_qs parse_qsl
    quote quote_from_bytes quote_plus unquote unquote_plus unquote_to_bytes urldefrag urlencode urljoin urlparse
    urlsplit urlunparse urlunsplit
  `,
  "urllib.request": `
    AbstractBasicAuthHandler AbstractDigestAuthHandler BaseHandler CacheFTPHandler DataHandler FTPHandler
    FancyURLopener FileHandler HTTPBasicAuthHandler HTTPCookieProcessor HTTPDefaultErrorHandler
    HTTPDigestAuthHandler HTTPErrorProcessor HTTPHandler HTTPPasswordMgr HTTPPasswordMgrWithDefaultRealm
    HTTPPasswordMgrWithPriorAuth HTTPRedirectHandler HTTPSHandler OpenerDirector ProxyBasicAuthHandler
    ProxyDigestAuthHandler ProxyHandler Request URLopener UnknownHandler build_opener getproxies install_opener
    pathname2url url2pathname urlcleanup urlopen urlretrieve
  `,
  uuid: `
    Enum NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 RESERVED_FUTURE RESERVED_MICROSOFT RESERVED_NCS
    RFC_4122 SafeUUID UUID bytes_ getnode int_ uuid1 uuid3 uuid4 uuid5
  `,
  warnings: `
    catch_warnings filterwarnings formatwarning resetwarnings showwarning simplefilter warn warn_explicit
  `,
  weakref: `
    CallableProxyType ProxyType ProxyTypes ReferenceType WeakKeyDictionary WeakMethod WeakSet WeakValueDictionary
    finalize getweakrefcount getweakrefs proxy ref
  `,
  webbrowser: "Error get open open_new open_new_tab register",
  "xml.dom.minidom": `
    Attr AttributeList CDATASection CharacterData Childless Comment DOMImplementation DOMImplementationLS Document
    DocumentFragment DocumentLS DocumentType EMPTY_NAMESPACE EMPTY_PREFIX Element ElementInfo EmptyNodeList Entity
    Identified NamedNodeMap Node NodeList Notation ProcessingInstruction ReadOnlySequentialNamedNodeMap StringTypes
    Text TypeInfo XMLNS_NAMESPACE defproperty getDOMImplementation parse parseString
  `,
  "xml.etree.ElementTree": `
    C14NWriterTarget Comment Element ElementTree PI ParseError ProcessingInstruction QName SubElement TreeBuilder
    VERSION XML XMLID XMLParser XMLPullParser canonicalize dump fromstring fromstringlist indent iselement iterparse
    parse register_namespace tostring tostringlist
  `,
  zipfile: `
    BadZipFile BadZipfile LargeZipFile Path PyZipFile ZIP_BZIP2 ZIP_DEFLATED ZIP_LZMA ZIP_STORED ZipFile ZipInfo
    error is_zipfile
  `,
  zlib: "adler32 compress compressobj crc32 decompress decompressobj error",
  zoneinfo: "InvalidTZPathWarning TZPATH ZoneInfo ZoneInfoNotFoundError available_timezones reset_tzpath",
};

const members = new Map<string, ReadonlySet<string>>(
  Object.entries(table).map(([module, names]) => [module, new Set(names.trim().split(/\s+/))]),
);

/** Whether a name is surely one that a module of the standard library offers to everybody. */
export function offers(module: string, name: string): boolean {
  return !name.startsWith("_") && (members.get(module)?.has(name) ?? hasName(module, name) ?? false);
}

/** What a module of the standard library offers, as far as is known. */
export function namesIn(module: string): readonly string[] {
  return [...(members.get(module) ?? publicNames(module))];
}

/** Every name of these modules. */
export function libraryNames(): readonly string[] {
  return [...members.values()].flatMap((names) => [...names]);
}

/** Whether a path is a module inside a package, which has to be imported by its whole path. */
export function isSubmodule(path: string): boolean {
  return path.includes(".") && path !== "os.path" && members.has(path);
}

/**
 * All that some modules of the standard library offer, private names included: what `dir` says of them in Python 3.13,
 * and what 3.14 adds. Only modules that are the same on every system are here.
 */
const table: Readonly<Record<string, string>> = {
  math: `
    acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos cosh degrees dist e erf erfc exp exp2 expm1
    fabs factorial floor fma fmod frexp fsum gamma gcd hypot inf integer isclose isfinite isinf isnan isqrt lcm
    ldexp lgamma log log10 log1p log2 modf nan nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod
    tan tanh tau trunc ulp
  `,
  random: `
    BPF LOG4 NV_MAGICCONST RECIP_BPF Random SG_MAGICCONST SystemRandom TWOPI _ONE _Sequence _accumulate _acos
    _bisect _ceil _cos _e _exp _fabs _floor _index _inst _isfinite _lgamma _log _log2 _os _parse_args _pi _random
    _repeat _sha512 _sin _sqrt _test _test_generator _urandom betavariate binomialvariate choice choices
    expovariate gammavariate gauss getrandbits getstate lognormvariate main normalvariate paretovariate randbytes
    randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate
  `,
  json: `
    JSONDecodeError JSONDecoder JSONEncoder _default_decoder _default_encoder codecs decoder detect_encoding dump
    dumps encoder load loads scanner tool
  `,
  re: `
    A ASCII DEBUG DOTALL I IGNORECASE L LOCALE M MULTILINE Match NOFLAG Pattern PatternError RegexFlag S Scanner U
    UNICODE VERBOSE X _MAXCACHE _MAXCACHE2 _ZeroSentinel _cache _cache2 _casefix _compile _compile_template
    _compiler _constants _parser _pickle _special_chars_map _sre _zero_sentinel compile copyreg enum error escape
    findall finditer fullmatch functools match prefixmatch purge search split sub subn
  `,
  string: `
    Formatter Template _ChainMap _re _sentinel_dict _string ascii_letters ascii_lowercase ascii_uppercase capwords
    digits hexdigits octdigits printable punctuation templatelib whitespace
  `,
  itertools: `
    _grouper _tee _tee_dataobject accumulate batched chain combinations combinations_with_replacement compress
    count cycle dropwhile filterfalse groupby islice pairwise permutations product repeat starmap takewhile tee
    zip_longest
  `,
  functools: `
    GenericAlias Placeholder RLock WRAPPER_ASSIGNMENTS WRAPPER_UPDATES _CacheInfo _HashedSeq _NOT_FOUND _c3_merge
    _c3_mro _compose_mro _convert _find_impl _ge_from_gt _ge_from_le _ge_from_lt _gt_from_ge _gt_from_le
    _gt_from_lt _initial_missing _le_from_ge _le_from_gt _le_from_lt _lru_cache_wrapper _lt_from_ge _lt_from_gt
    _lt_from_le _make_key _unwrap_partial _unwrap_partialmethod cache cached_property cmp_to_key get_cache_token
    lru_cache namedtuple partial partialmethod recursive_repr reduce singledispatch singledispatchmethod
    total_ordering update_wrapper wraps
  `,
  operator: `
    _abs abs add and_ attrgetter call concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat
    ifloordiv ilshift imatmul imod imul index indexOf inv invert ior ipow irshift is_ is_none is_not is_not_none
    isub itemgetter itruediv ixor le length_hint lshift lt matmul methodcaller mod mul ne neg not_ or_ pos pow
    rshift setitem sub truediv truth xor
  `,
  statistics: `
    Counter Decimal Fraction LinearRegression NormalDist StatisticsError _SQRT2 _coerce _convert
    _decimal_sqrt_of_frac _exact_ratio _fail_neg _float_sqrt_of_frac _integer_sqrt_of_frac_rto _isfinite
    _kernel_invcdfs _mean_stdev _newton_raphson _normal_dist_inv_cdf _quartic_invcdf _quartic_invcdf_estimate
    _random _rank _sqrt_bit_width _sqrtprod _ss _sum _triweight_invcdf _triweight_invcdf_estimate acos asin atan
    bisect_left bisect_right correlation cos cosh count covariance defaultdict erf exp fabs fmean fsum
    geometric_mean groupby harmonic_mean hypot isfinite isinf itemgetter kde kde_random linear_regression log math
    mean median median_grouped median_high median_low mode multimode namedtuple numbers pi pstdev pvariance
    quantiles random reduce repeat sin sqrt stdev sumprod sys tan tau variance
  `,
  copy: `
    Error _copy_dispatch _copy_immutable _deepcopy_atomic _deepcopy_dict _deepcopy_dispatch _deepcopy_list
    _deepcopy_method _deepcopy_tuple _keep_alive _reconstruct copy deepcopy dispatch_table error replace
  `,
  heapq: `
    _heapify_max _heappop_max _heapreplace_max _siftdown _siftdown_max _siftup _siftup_max heapify heapify_max
    heappop heappop_max heappush heappush_max heappushpop heappushpop_max heapreplace heapreplace_max merge
    nlargest nsmallest
  `,
  bisect: `
    bisect bisect_left bisect_right insort insort_left insort_right
  `,
  collections: `
    ChainMap Counter OrderedDict UserDict UserList UserString _Link _OrderedDictItemsView _OrderedDictKeysView
    _OrderedDictValuesView _chain _collections_abc _count_elements _deque_iterator _eq _iskeyword _itemgetter
    _proxy _recursive_repr _repeat _starmap _sys _tuplegetter abc defaultdict deque namedtuple
  `,
  datetime: `
    MAXYEAR MINYEAR UTC date datetime datetime_CAPI time timedelta timezone tzinfo
  `,
  textwrap: `
    TextWrapper _leading_whitespace_re _whitespace _whitespace_only_re dedent fill indent re shorten wrap
  `,
  decimal: `
    BasicContext Clamped Context ConversionSyntax Decimal DecimalException DecimalTuple DefaultContext
    DivisionByZero DivisionImpossible DivisionUndefined ExtendedContext FloatOperation HAVE_CONTEXTVAR
    HAVE_THREADS Inexact InvalidContext InvalidOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow ROUND_05UP
    ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded Subnormal
    Underflow getcontext localcontext setcontext
  `,
  fractions: `
    Decimal Fraction _FLOAT_FORMAT_SPECIFICATION_MATCHER _GENERAL_FORMAT_SPECIFICATION_MATCHER _PyHASH_INF
    _PyHASH_MODULUS _RATIONAL_FORMAT _hash_algorithm _round_to_exponent _round_to_figures functools math numbers
    operator re sys
  `,
  csv: `
    Dialect DictReader DictWriter Error QUOTE_ALL QUOTE_MINIMAL QUOTE_NONE QUOTE_NONNUMERIC QUOTE_NOTNULL
    QUOTE_STRINGS Sniffer StringIO _Dialect excel excel_tab field_size_limit get_dialect list_dialects re reader
    register_dialect types unix_dialect unregister_dialect writer
  `,
  enum: `
    CONFORM CONTINUOUS DynamicClassAttribute EJECT Enum EnumCheck EnumDict EnumMeta EnumType Flag FlagBoundary
    IntEnum IntFlag KEEP MappingProxyType NAMED_FLAGS ReprEnum STRICT StrEnum UNIQUE _EnumDict _auto_null
    _dataclass_repr _dedent _high_bit _is_descriptor _is_dunder _is_internal_class _is_private _is_single_bit
    _is_sunder _iter_bits_lsb _make_class_unpicklable _not_given _old_convert_ _proto_member
    _reduce_ex_by_global_name _simple_enum _stdlib_enums _test_simple_enum auto bin bltns global_enum
    global_enum_repr global_flag_repr global_str member nonmember pickle_by_enum_name pickle_by_global_name
    property show_flag_values sys unique verify
  `,
  dataclasses: `
    Field FrozenInstanceError InitVar KW_ONLY MISSING _ATOMIC_TYPES _DataclassParams _EMPTY_METADATA _FIELD
    _FIELDS _FIELD_BASE _FIELD_CLASSVAR _FIELD_INITVAR _FuncBuilder _HAS_DEFAULT_FACTORY
    _HAS_DEFAULT_FACTORY_CLASS _KW_ONLY_TYPE _MISSING_TYPE _MODULE_IDENTIFIER_RE _PARAMS _POST_INIT_NAME
    _add_slots _asdict_inner _astuple_inner _dataclass_getstate _dataclass_setstate _field_assign _field_init
    _fields_in_init_order _frozen_get_del_attr _get_field _get_slots _hash_action _hash_add _hash_exception
    _hash_set_none _init_fn _init_param _is_classvar _is_dataclass_instance _is_initvar _is_kw_only _is_type
    _process_class _replace _set_new_attribute _tuple_str abc asdict astuple copy dataclass field fields inspect
    is_dataclass itertools keyword make_dataclass re recursive_repr replace sys types
  `,
  abc: `
    ABC ABCMeta _abc_init _abc_instancecheck _abc_register _abc_subclasscheck _get_dump _reset_caches
    _reset_registry abstractclassmethod abstractmethod abstractproperty abstractstaticmethod get_cache_token
    update_abstractmethods
  `,
  glob: `
    _Globber _StringGlobber _compile_pattern _deprecated_function_message _dir_open_flags _glob0 _glob1 _glob2
    _iglob _isdir _ishidden _isrecursive _iterdir _join _lexists _listdir _no_recurse_symlinks _rlistdir
    _special_parts contextlib escape fnmatch functools glob glob0 glob1 has_magic iglob itertools magic_check
    magic_check_bytes operator os re stat sys translate
  `,
  calendar: `
    APRIL AUGUST Calendar DECEMBER Day EPOCH FEBRUARY FRIDAY HTMLCalendar IllegalMonthError IllegalWeekdayError
    IntEnum JANUARY JULY JUNE LocaleHTMLCalendar LocaleTextCalendar MARCH MAY MONDAY Month NOVEMBER OCTOBER
    SATURDAY SEPTEMBER SUNDAY THURSDAY TUESDAY TextCalendar WEDNESDAY _EPOCH_ORD _colwidth _get_default_locale
    _locale _localized_day _localized_month _monthlen _nextmonth _prevmonth _spacing c calendar datetime day_abbr
    day_name different_locale error firstweekday format formatstring global_enum isleap leapdays main mdays month
    month_abbr month_name monthcalendar monthrange prcal prmonth prweek repeat setfirstweekday sys timegm week
    weekday weekheader
  `,
};

const modules = new Map<string, ReadonlySet<string>>(
  Object.entries(table).map(([module, names]) => [module, new Set(names.trim().split(/\s+/))]),
);

/** Whether a module of the standard library has a name; undefined for modules that are not known here. */
export function hasName(module: string, name: string): boolean | undefined {
  return name.startsWith("__") ? true : modules.get(module)?.has(name);
}

/** What a module offers to everybody; nothing for modules that are not known here. */
export function publicNames(module: string): readonly string[] {
  return [...(modules.get(module) ?? [])].filter((name) => !name.startsWith("_"));
}

/** The name of a module's that is written most like another. */
export function nearestName(module: string, name: string): string | undefined {
  const start = name.slice(0, 3).toLowerCase();
  return [...(modules.get(module) ?? [])].find(
    (each) => !each.startsWith("_") && each.toLowerCase().startsWith(start),
  );
}

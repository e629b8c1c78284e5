/** The features of a stand-in for IPFS; everything by default. */
export type Offer = Readonly<{
  /** Blocks by `?format=raw`; without it the gateway ignores the format and returns finished files. */
  raw?: boolean;
  /** Kubo's `block/get`. */
  blockGet?: boolean;
  /** Kubo's `cat`. */
  cat?: boolean;
  /** Makes raw leaves of every file, whatever was requested. */
  rawLeavesOnly?: boolean;
  /** Spellings of an address other than the one it was stored by. */
  everySpelling?: boolean;
}>;

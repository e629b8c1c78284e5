/** What a stand-in for IPFS offers; everything unless said otherwise. */
export type Offer = Readonly<{
  /** Blocks by `?format=raw`; without it the gateway ignores that and gives out finished files. */
  raw?: boolean;
  /** Kubo's `block/get`. */
  blockGet?: boolean;
  /** Kubo's `cat`. */
  cat?: boolean;
  /** Makes raw leaves of everything it is given, whatever it was asked for. */
  rawLeavesOnly?: boolean;
  /** Other spellings of an address than the one it was stored by. */
  everySpelling?: boolean;
}>;

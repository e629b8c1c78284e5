import { builtinNames } from "../../library/builtins.ts";
import { libraryNames } from "../../library/modules.ts";

/** Common words in programs. A name that is such a word is hardly a slip for another. */
const everyday = `
  able access account action active actor actual address admin after agent album alert alias alpha amount angle
  animal answer apple area argument arrow article asset attempt audio author average back bank base basic batch
  bean begin best beta bill bind bird birth black block blue board body bonus book boot border bottom bound box
  branch brand bread break bridge brown buffer build bulk bundle button buyer byte cache call camera cancel
  candidate capital card care cart case cash cast cell center chain chair change channel chapter char charge chart
  chat check child choice circle city claim class clean clear click client clock close cloud club coach code coin
  color column comment common company compare complete config connect contact content context control cookie copy
  corner cost count country county course court cover crate create credit crowd current cursor curve custom cycle
  daily data date deal death debt deck deep default degree delay delta demand depth desk detail device dict diff
  digit direct disk display distance doctor document dog domain door down draft draw drink drive driver drop dual
  duration dust early earth edge edit effect email empty end energy engine enter entity entry epoch equal error
  even event exact exam example exit expense extra face factor fail fall false family fare farm fast fault feature
  feed feet fetch field fight figure file fill filter final find fine fire first fish fixed flag flat flight float
  floor flow fold folder font food foot force form format forum found frame free fresh friend from front fruit fuel
  full fund future gain game gamma gap gate gear gender genre giant gift given goal gold good grade grain grand
  grant graph grass great green grid gross ground group growth guard guess guest guide half hand handle hash head
  header health heap heat height hello help hide high hill hint history hold hole home host hotel hour house human
  icon idea image index info initial inner input insert inside integer invoice island issue item join joint judge
  jump keep kernel key kind king label lamp land large last late layer leaf league learn least leave left legal
  length lens letter level library license lift light like limit line link list little live load loan local lock
  logic long look loop lose loss lost love lower lunch machine magic mail main major make manager many map margin
  mark market mask mass master match mate matter maximum meal mean measure media meet member memory menu merge mesh
  message meta meter method metric middle mind mine minimum minor minute mirror miss mode model module moment money
  month mood moon more motion motor mount mouse move movie music mute name native near neck need nest network never
  next night node noise none normal north note noun novel null number object odd offer office offset open option
  order origin other outer output over owner pack package packet page pain paint pair panel paper parent park part
  party pass past patch path patient pattern pause payment peak peer person phase phone photo piece pilot pipe
  pitch pivot pixel place plain plan plane planet plant plate play player plot plus point poll pool port pose
  position post pound power prefix press price prime print prior prize process product profile profit program
  project proof prop proxy public pull pulse pump push quantity quart query quest queue quick quiet quiz quota quote
  race radio rain raise rang range rank rate ratio reach read ready real reason recipe record rect scope relay
  release remote rent repair reply report request reset rest result retry return review reward rich ride right ring
  rise risk river road robot rock role roll roof room root rose rotate round route routine rule safe sale salary
  sample sand save scale scan scene scheme school score screen script search season seat second secret section seed
  segment select self sell send sense sensor serial series server service session set shade shadow shape share sheet
  shelf shell shift ship shop short shot show side sign signal silver simple single site size skill skin slice slide
  slot slow small smart smooth snake snow social soft solid song sort sound source south space spare spawn speed
  spell split spot spring stack staff stage stamp stand star start state station status stay steal steam steel steps
  stick still stock stone stop storage store storm story street string strip strong student study style submit sugar
  suite summer super supply surface swap sweet switch symbol system table tablet tail take talk tank target task
  taste team temp tenant term test text than theme then thing think third this thread three threshold throw ticket
  tide tier tile time timer tiny title toggle token tone tool topic total touch tour tower town trace track trade
  trail train trait tree trend trial tribe trick trip truck true trunk trust truth tube tune turn twice type under
  union unique unit update upper user valid valley value valve vector vehicle vendor verb version video view village
  virtual virus visit voice volume vote wage wait walk wall want warm wash waste watch water wave weak wealth weather
  week weight well west wheel while white whole wide width wife wind window wine wing winner winter wire wise wish
  wood word work worker world worth wrap write wrong yard year yellow yield young zone
`;

let known: ReadonlySet<string> | undefined;

function knownWords(): ReadonlySet<string> {
  known ??= new Set([
    ...everyday.trim().split(/\s+/),
    ...[...builtinNames(), ...libraryNames()].flatMap(wordsOf),
  ]);
  return known;
}

/** The words that a name is made of, in small letters. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}

export function isKnownWord(word: string): boolean {
  return knownWords().has(word);
}

import { assignmentInCondition } from "./assignment-in-condition.ts";
import { braceInFstring } from "./brace-in-fstring.ts";
import { brokenLine } from "./broken-line.ts";
import { codeFences } from "./code-fences.ts";
import { colonOrEquals } from "./colon-or-equals.ts";
import { conditionalSign } from "./conditional-sign.ts";
import { curlyBlocks } from "./curly-blocks.ts";
import { danglingOperator } from "./dangling-operator.ts";
import { declaredTypes } from "./declared-types.ts";
import { diffMarks } from "./diff-marks.ts";
import { doubledSign } from "./doubled-sign.ts";
import { elseIf } from "./else-if.ts";
import { emptyBlock } from "./empty-block.ts";
import { foreignComments } from "./foreign-comments.ts";
import { foreignOperators } from "./foreign-operators.ts";
import { foreignWords } from "./foreign-words.ts";
import { importOrder } from "./import-order.ts";
import { increment } from "./increment.ts";
import { lineNumbers } from "./line-numbers.ts";
import { missingColon } from "./missing-colon.ts";
import { missingComma } from "./missing-comma.ts";
import { missingIndent } from "./missing-indent.ts";
import { missingParameters } from "./missing-parameters.ts";
import { misspelledKeyword } from "./misspelled-keyword.ts";
import { missingSpace } from "./missing-space.ts";
import { openBracket } from "./open-bracket.ts";
import { openQuote } from "./open-quote.ts";
import { openTripleQuote } from "./open-triple-quote.ts";
import { openTry } from "./open-try.ts";
import { promptMarks } from "./prompt-marks.ts";
import { proseAroundCode } from "./prose-around-code.ts";
import { python2Except } from "./python2-except.ts";
import { python2Literals } from "./python2-literals.ts";
import { python2Print } from "./python2-print.ts";
import { python2Statements } from "./python2-statements.ts";
import { quoteInString } from "./quote-in-string.ts";
import { strayCharacter } from "./stray-character.ts";
import type { SyntaxRepair } from "./syntax-repair.ts";
import { tabsAndSpaces } from "./tabs-and-spaces.ts";
import { typographicCharacters } from "./typographic-characters.ts";
import { unevenDedent } from "./uneven-dedent.ts";
import { unexpectedIndent } from "./unexpected-indent.ts";
import { wrongBracket } from "./wrong-bracket.ts";

/** In the order in which they are tried. */
export const syntaxRepairs: readonly SyntaxRepair[] = [
  codeFences,
  proseAroundCode,
  promptMarks,
  lineNumbers,
  diffMarks,
  typographicCharacters,
  foreignComments,
  curlyBlocks,
  foreignWords,
  declaredTypes,
  python2Print,
  python2Except,
  python2Statements,
  python2Literals,
  foreignOperators,
  increment,
  conditionalSign,
  elseIf,
  importOrder,
  assignmentInCondition,
  misspelledKeyword,
  missingSpace,
  missingParameters,
  missingColon,
  brokenLine,
  braceInFstring,
  openTripleQuote,
  quoteInString,
  openQuote,
  openBracket,
  wrongBracket,
  colonOrEquals,
  missingComma,
  doubledSign,
  tabsAndSpaces,
  missingIndent,
  unexpectedIndent,
  unevenDedent,
  emptyBlock,
  openTry,
  danglingOperator,
  strayCharacter,
];

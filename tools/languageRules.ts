// The words that docs/STYLE rules out, for `checkLanguage.ts`. CONTRIBUTING.md lists the standard terms.

/** A part of the tree that people read. */
export type Place = 'comment' | 'text' | 'test name' | 'name' | 'doc'

export type BannedWord = { pattern: RegExp; use: string; places: readonly Place[] }

const sentences = ['comment', 'text', 'test name', 'doc'] as const
const ourWords = ['comment', 'test name', 'doc'] as const

/** Patterns have no `g` flag. `use` is the standard word. */
export const bannedWords: readonly BannedWord[] = [
  { pattern: /\bsomebody\b/i, use: 'someone', places: [...sentences, 'name'] },
  { pattern: /\bnobody\b/i, use: 'no one', places: [...sentences, 'name'] },
  { pattern: /\beverybody\b/i, use: 'everyone', places: [...sentences, 'name'] },
  { pattern: /\b(whoever|whomever|whosoever)\b/i, use: 'anyone who, people who', places: [...sentences, 'name'] },
  { pattern: /\banew\b/i, use: 'again', places: [...sentences, 'name'] },
  { pattern: /\bany more\b(?! (than|of)\b)/i, use: 'anymore', places: sentences },
  { pattern: /\be-mail/i, use: 'email', places: sentences },
  { pattern: /\bfor good\b/i, use: 'permanently', places: sentences },
  { pattern: /\bmeanwhile\b/i, use: 'in the meantime', places: sentences },
  { pattern: /\bbesides\b/i, use: 'in addition to', places: sentences },
  { pattern: /\bat once\b/i, use: 'right away', places: sentences },
  { pattern: /(?<!single )\bsign(s|ed|ing)?[- ]on\b/i, use: 'sign in, single sign-on (SSO)', places: sentences },
  { pattern: /\b(mailed reports?|by mail|mails)\b/i, use: 'scheduled report, by email, emails', places: sentences },
  {
    pattern: /\b(second step|two-factor sign-in|proven phone)\b/i,
    use: 'two-factor authentication',
    places: ['text', 'doc'],
  },
  {
    pattern: /\bways? in\b(?! (which|the|a|an|this|that|its|their|your|our)\b)/i,
    use: 'sign-in method',
    places: ourWords,
  },
  { pattern: /\b(the|of the|this) house\b/i, use: 'the system, the product', places: ourWords },
  { pattern: /\b(laid down|hangs? on)\b/i, use: 'stored, depends on', places: sentences },
  { pattern: /\b(is|are|was|were) told\b/i, use: 'is notified, receives', places: ['comment', 'test name', 'doc'] },
  { pattern: /\bcalled off\b/i, use: 'canceled', places: sentences },
  { pattern: /\bcancell(ed|ing)\b/i, use: 'canceled, canceling', places: sentences },
  { pattern: /\b(takes?|took|taken|taking) back\b/i, use: 'undo, cancel, unassign, restore', places: sentences },
  { pattern: /\bin doubt\b/i, use: 'unconfirmed', places: sentences },
  { pattern: /\bwithout a network\b/i, use: 'offline', places: sentences },
  { pattern: /\bwork (at hand|by the clock)\b/i, use: 'background task, scheduled job', places: sentences },
  { pattern: /\bplease\b/i, use: 'no word: say "please" only when you ask for real effort', places: ['text'] },
  { pattern: /\d %/, use: '95%, without a space', places: ['text', 'doc'] },
  {
    pattern: /\bAnswers (the|a|an|with|whether|how|which|what|true|false|undefined|null|in|by)\b/,
    use: 'Returns',
    places: ['comment'],
  },
]

/** Comments and headings start with the thing or with a verb. */
export const bannedOpenings = /^(What|Who|Whose|Of|Where)\b/

type Exception = { file: RegExp; words: RegExp; reason: string }

/** Texts that keep a banned word, each for a reason. */
export const exceptions: readonly Exception[] = [
  { file: /^tools\/(languageRules|checkLanguage(\.test)?)\.ts$/, words: /./, reason: 'They list the words.' },
  {
    file: /\.tsx?$/,
    words:
      /Please complete this field|please try again|Please enter (a \$ amount|revenue)|Please wait a few seconds|please try a different source/,
    reason: 'The specification quotes these messages.',
  },
  {
    file: /^(core\/server\/notices\/unsubscribeLink|features\/insights\/digests\/server\/mail\/(mailToken|pictures))\.ts$/,
    words: /mails of|pictures in mails/,
    reason: 'Keys are derived from these words, and links in sent emails depend on the keys.',
  },
  {
    file: /^(features\/(trainer|insights\/library|assets)\/demo|tools\/lessons)\//,
    words: /./,
    reason: 'Recorded videos speak these texts, and stored images of PDF pages show them.',
  },
  { file: /^tools\/postgres\.ts$/, words: /nobody/, reason: 'The name of a system account.' },
  { file: /^features\/admin\/imports\/contract\.ts$/, words: /cancelled or failed/, reason: 'A stored state.' },
]

/** Names that each folder of a kind exports: routes, limits, and the parts of a feature that the app composes. */
export const conventions: readonly string[] = [
  'routes',
  'limits',
  'featureNotices',
  'firstLoad',
  'listedReports',
  'offline',
  'tabs',
  'usePaletteEntries',
  // A feature has a client and a server half of the same name.
  'account',
  'admin',
  'assets',
  'calendar',
  'contacts',
  'touches',
  'insights',
  'notifications',
  'pipeline',
  'reports',
  'targets',
  'touches',
  'trainer',
  'viewer',
  'features',
  'Feature',
  'Product',
  'composeFeatures',
  'defineFeature',
]

/** Components of two areas that show the same kind of thing. The list only gets shorter. */
export const repeatedNames: readonly string[] = [
  'About',
  'Figures',
  'HandOverDialog',
  'LessonPage',
  'LessonVideo',
  'SearchField',
]

/** Variables that other programs read. */
export const externalVariables: readonly string[] = ['TAURI_SIGNING_PRIVATE_KEY']

// Keys under which different spellings of a company are the same. Pure. Apart from people's names, because the first
// screen doesn't need the list of legal forms.
import { NEAR, nameWordsOf, similarity } from './nameKeys.ts'

/** Accepts similar spellings. */
export function isSameCompany(a: string, b: string): boolean {
  const [one, other] = [companyKeyOf(a), companyKeyOf(b)]
  if (one === '' || other === '') return false
  if (one === other) return true
  const spellings = new Set(spellingsOf(one))
  return spellingsOf(other).some((spelling) => spellings.has(spelling)) && similarity(one, other) >= NEAR
}

/**
 * Returns one key for all spellings of a company, without case, accents, punctuation, and legal form. '' if nothing
 * remains.
 */
export function companyKeyOf(name: string): string {
  let words = joinInitials(nameWordsOf(name)).map((word) => abbreviations[word] ?? word)
  if (words.length > 1 && words[0] === 'the') words = words.slice(1)
  words = withoutForms(words)
  words = words.filter((word) => !joiners.has(word) || words.length === 1)
  return words.join(' ')
}

/** The name as overlaps compare it, or as written if nothing remains. '' for no name. */
export const pageKeyOf = (name: string): string => companyKeyOf(name) || name.trim().toLowerCase()

/** Joins single letters: 'i b m' becomes 'ibm', 's a' becomes 'sa'. */
function joinInitials(words: string[]): string[] {
  const joined: string[] = []
  let run = ''
  for (const word of [...words, '']) {
    if (/^\p{L}$/u.test(word)) run += word
    else {
      if (run !== '') joined.push(run)
      run = ''
      if (word !== '') joined.push(word)
    }
  }
  return joined
}

const listed = (words: string) => new Set(words.split(' '))
/** Legal forms, and words that say no more than one. */
const forms = listed(
  'inc incorporated corp corporation co company companies ltd limited llc llp lllp lp plc pc pllc pa gmbh mbh ag kg kgaa ohg ug ev eg se sa sas sasu sarl srl spa snc sca nv bv bvba cv vof oy oyj ab as asa aps a/s hf ehf sl slu sau ltda ltd eireli me epp sab sapi cv rl pty proprietary pte pvt private bhd sdn kk gk kabushiki kaisha yk doo dd ad ood eood zrt kft nyrt bt sro as spol sp zoo oo ooo zao pao oao jsc ojsc pjsc llc dac clg ulc inh eurl gie scop se ks hb kb oue ou uab sia tov tzov spzoo spolka gesellschaft aktiengesellschaft sociedad anonima limitada societe anonyme',
)
/** Removed only at the end and if something remains: often left out in speech. */
const trailing = listed('group holding holdings gruppe groupe gruppo grupo international usa us')
const joiners = listed('and und et y e och og en ve i the of de la der die das du des')
const abbreviations: Record<string, string> = {
  intl: 'international',
  internatl: 'international',
  natl: 'national',
  nat: 'national',
  bros: 'brothers',
  mfg: 'manufacturing',
  mfrs: 'manufacturers',
  mfr: 'manufacturer',
  svc: 'services',
  svcs: 'services',
  service: 'services',
  serv: 'services',
  assoc: 'associates',
  assocs: 'associates',
  assn: 'association',
  tech: 'technologies',
  techs: 'technologies',
  technology: 'technologies',
  sys: 'systems',
  system: 'systems',
  mgmt: 'management',
  mgt: 'management',
  dept: 'department',
  univ: 'university',
  inst: 'institute',
  ins: 'insurance',
  fin: 'financial',
  engrg: 'engineering',
  eng: 'engineering',
  engr: 'engineering',
  dist: 'distribution',
  distr: 'distribution',
  pharma: 'pharmaceuticals',
  pharm: 'pharmaceuticals',
  pharmaceutical: 'pharmaceuticals',
  labs: 'laboratories',
  lab: 'laboratories',
  laboratory: 'laboratories',
  hosp: 'hospital',
  med: 'medical',
  ctr: 'center',
  centre: 'center',
  cntr: 'center',
  comm: 'communications',
  comms: 'communications',
  telecom: 'telecommunications',
  dev: 'development',
  devel: 'development',
  ind: 'industries',
  inds: 'industries',
  industry: 'industries',
  prods: 'products',
  prod: 'products',
  ent: 'enterprises',
  entps: 'enterprises',
  enterprise: 'enterprises',
  props: 'properties',
  invest: 'investments',
  invs: 'investments',
  inv: 'investments',
  investment: 'investments',
  cap: 'capital',
  ptnrs: 'partners',
  ptrs: 'partners',
  consult: 'consulting',
  const: 'construction',
  constr: 'construction',
  equip: 'equipment',
  elec: 'electric',
  transp: 'transport',
  govt: 'government',
  amer: 'american',
  st: 'saint',
  mt: 'mount',
  ft: 'fort',
  no: 'north',
  so: 'south',
  grp: 'group',
  hldgs: 'holdings',
  hldg: 'holding',
  labor: 'labour',
  sons: 'sons',
}

/** Removes forms at the end while something remains, and 'The … Company'. */
function withoutForms(words: string[]): string[] {
  let left = words
  const isForm = (word: string) => forms.has(word)
  while (left.length > 1) {
    const last = left.at(-1)!
    // 'S.p.A.' and 'GmbH & Co. KG' consist of several words.
    if (isForm(last) || (joiners.has(last) && isForm(words[left.length] ?? ''))) left = left.slice(0, -1)
    else break
  }
  while (left.length > 1 && trailing.has(left.at(-1)!)) left = left.slice(0, -1)
  while (left.length > 1 && isForm(left.at(-1)!)) left = left.slice(0, -1)
  return left
}

/** Words of this length can have one misspelled letter. */
const LONG_WORD = 7
/** More than a name of a hundred letters needs. */
const MOST_SPELLINGS = 60

/**
 * Similar names share one of these: the name without one letter of a long word (so that an extra, missing, different,
 * or swapped letter matches), its words joined or reordered, and its long words as consonants. Short words, first
 * letters, and figures must match: 'Acme Bank' and 'Acme Foods' share none.
 */
export function spellingsOf(key: string): string[] {
  if (key === '') return []
  const words = key.split(' ')
  const found = new Set<string>()
  const whole = words.join('')
  found.add(`=${whole}`)
  // Must match migration 0021, which covers existing names.
  if (words.length > 1) found.add(`%${[...words].sort().join(' ')}`)
  words.forEach((word, at) => {
    if (word.length < LONG_WORD - 1 || /\p{N}/u.test(word)) return
    for (let i = 1; i < word.length; i++) {
      const short = word.slice(0, i) + word.slice(i + 1)
      if (word.length >= LONG_WORD) found.add(`-${[...words.slice(0, at), short, ...words.slice(at + 1)].join(' ')}`)
    }
    if (word.length >= LONG_WORD - 1) found.add(`-${words.join(' ')}`)
  })
  if (words.some(isLong)) found.add(`~${words.map((word) => (isLong(word) ? soundOf(word) : word)).join(' ')}`)
  return [...found].slice(0, MOST_SPELLINGS)
}

const isLong = (word: string) => word.length >= LONG_WORD && !/\p{N}/u.test(word)

/** Returns the first letter and the following consonants, spelled phonetically. */
function soundOf(word: string): string {
  const plain = word
    .replace(/ph/g, 'f')
    .replace(/ck|q|c(?![eiy])/g, 'k')
    .replace(/[cz]/g, 's')
    .replace(/w/g, 'v')
  return (
    plain.charAt(0) +
    plain
      .slice(1)
      .replace(/[aeiouyh]/g, '')
      .replace(/(.)\1+/g, '$1')
  )
}

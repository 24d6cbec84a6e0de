/** Separators within one number. */
const number = /^\+?[\d\s().\-‐‑–/]*\d[\d\s().\-‐‑–/]*$/u
/** Extension at the end: 'ext. 12', 'x12', '#12'. */
const extension = /\s*(?:,\s*)?(?:\bext(?:ension|n)?\b\.?|x|#)\s*(\d{1,7})$/i
/** Labels: 'Tel.:', 'Mobile', 'w:' before it, '(mobile)' or 'direct' after it. */
const before = /^(?:tel|telephone|phone|mobile|cell|work|office|direct|main|home|[tmpdow])\b\s*[.:]*\s*(?=[+(\d])/i
const after = /\s+\(?\p{L}[\p{L} .]*\)?$/u

/** An E.164 number has at most 15 digits. Two digits are never a full number. */
const DIGITS = { fewest: 3, most: 15 }

/**
 * Returns the URL to call, such as 'tel:+12065550134;ext=12', for the first of several numbers. Null if there is no
 * clear number, so that no one calls a wrong one.
 */
export function telHref(written: string): string | null {
  const [first = '', ...others] = written.trim().split(/\s*[;\n]\s*|\s+(?:or|\/)\s+/i)
  const ended = others.length === 0 ? extension.exec(first) : null
  const whole = ended ? first.slice(0, ended.index) : first
  const plain = whole.replace(before, '').replace(after, '').trim()
  if (!number.test(plain)) return null
  // '+44 (0)20': the zero is dialed only within the country.
  const digits = (plain.startsWith('+') ? plain.replace('(0)', '') : plain).replace(/[^\d]/g, '')
  if (digits.length < DIGITS.fewest || digits.length > DIGITS.most) return null
  return `tel:${plain.startsWith('+') ? '+' : ''}${digits}${ended ? `;ext=${ended[1]}` : ''}`
}

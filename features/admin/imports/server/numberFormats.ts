// Finds the currencies in a workbook's number formats.
import { strFromU8 } from 'fflate'
import { foreignCurrency } from '../amounts.ts'

const attribute = (attributes: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(attributes)
    ?.slice(1)
    .find((value) => value !== undefined)

/** Maps each cell style to the currency of its numbers, except US dollars. */
export function formatCurrencies(files: Record<string, Uint8Array>): Map<string, string> {
  const found = new Map<string, string>()
  const name = Object.keys(files).find((path) => /(^|\/)styles\.xml$/.test(path))
  if (!name) return found
  const xml = strFromU8(files[name]!)
  const codes = new Map<string, string>()
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w+:)?numFmt\s((?:[^>"']|"[^"]*"|'[^']*')*)>/g)) {
    const currency = currencyIn(
      (attribute(attributes, 'formatCode') ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    )
    if (currency) codes.set(attribute(attributes, 'numFmtId') ?? '', currency)
  }
  const styles = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? ''
  for (const [i, [, attributes = '']] of [
    ...styles.matchAll(/<(?:\w+:)?xf\s((?:[^>"']|"[^"]*"|'[^']*')*)>/g),
  ].entries()) {
    const currency = codes.get(attribute(attributes, 'numFmtId') ?? '')
    if (currency) found.set(String(i), currency)
  }
  return found
}

/** '[$€-407] #,##0.00', '#,##0 "kr"', and '£#,##0' name a currency. '[$-409]' names only a language. */
function currencyIn(format: string): string | null {
  const [first = ''] = format.split(';')
  const words = [...first.matchAll(/\[\$([^\]-]+)(?:-[^\]]*)?\]|"([^"]*)"|(\p{Sc})/gu)].map(
    ([, symbol, quoted, sign]) => (symbol ?? quoted ?? sign ?? '').trim(),
  )
  return words.find((word) => word !== '' && foreignCurrency(`1 ${word}`) !== '') ?? null
}

import { readFileSync } from 'node:fs'
import compile from 'mjml'

/**
 * Compiles an email template for `templateParts`. Puts each part on its own lines, and removes whitespace between tags,
 * which only helps people who read the source.
 */
export async function compiledMjml(file: URL): Promise<string> {
  const options = { validationLevel: 'strict', fonts: {}, keepComments: false }
  const { html } = await compile(readFileSync(file, 'utf8'), options)
  return html
    .replaceAll(/\s*(%%part \w+%%)\s*/g, '\n$1\n')
    .replaceAll(/>\s*\n\s*</g, '><')
    .replaceAll(/\n\s+/g, '\n')
    .trim()
    .concat('\n')
}

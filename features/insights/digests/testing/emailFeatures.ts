import { Parser } from 'htmlparser2'

/**
 * Returns what an email needs from an email client. Examples: 'div', 'href=', 'font-size:', 'display: block', 'px',
 * 'rgb(', '@media', ':hover', '>', '.webp', 'system-ui'.
 */
export function emailFeatures(html: string): Set<string> {
  const found = new Set<string>()
  let isStyle = false
  let styles = ''
  const parser = new Parser({
    onopentag(element, attributes) {
      isStyle = element === 'style'
      found.add(element)
      for (const [attribute, value] of Object.entries(attributes)) {
        found.add(`${attribute}=`)
        if (attribute === 'style') addDeclarations(value, found)
        if (attribute === 'href' && value.startsWith('#')) found.add('href=#')
        for (const [kind] of value.matchAll(/^data:|\.(webp|svg|avif|apng|tiff?|ico|hei[cf]|mp4)$/g)) found.add(kind)
      }
    },
    ontext(text) {
      if (isStyle) styles += text
    },
    onclosetag() {
      isStyle = false
    },
  })
  parser.end(html)
  for (const [rule] of styles.matchAll(/@[\w-]+/g)) found.add(rule)
  for (const [, selector, declarations] of styles.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    for (const [sign] of selector!.matchAll(/::?[\w-]+|[>+~*#[]/g)) found.add(sign)
    addDeclarations(declarations!, found)
  }
  for (const [, condition] of styles.matchAll(/@media([^{]*)/g))
    addDeclarations(condition!.replaceAll(/[()]/g, ';'), found)
  return found
}

function addDeclarations(declarations: string, found: Set<string>): void {
  for (const [, property, value] of declarations.matchAll(/([\w-]+)\s*:([^;]*)/g)) {
    found.add(`${property}:`)
    if (/^(display|position|float)$/.test(property!)) found.add(`${property}: ${/[\w-]+/.exec(value!)}`)
    for (const [sign] of value!.matchAll(/!important|[\w-]+\(|\b(system-ui|ui-\w+|(fit|min|max)-content|initial)\b/g))
      found.add(sign)
    for (const [, unit] of value!.matchAll(/(?<![\w#.-])-?[\d.]+([a-z]+|%)/gi)) found.add(unit!)
  }
}

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { reencodeImage } from './pictures.ts'
import { costOf } from './svg/cost.ts'
import { MOST_COST } from './svg/limits.ts'

const drawn = (svg: string | Buffer, orgId = 'a') =>
  reencodeImage(
    { orgId, content: Buffer.from(svg), type: 'image/svg+xml', name: 'logo.svg' },
    { side: 300, as: 'png', purpose: 'a logo' },
  )
const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 300 100"${more}>${inside}</svg>`
const rect = '<rect width="300" height="100" fill="#f00"/>'
const colorOf = async ({ content }: { content: Buffer }) => {
  const { data } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}

const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: a program for drawing -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!-- names of namespaces -->
  <!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
  <!ENTITY ns_svg 'http://www.w3.org/2000/svg'>
]>
<svg xmlns:x="&ns_extend;" xmlns="&ns_svg;" viewBox="0 0 300 100">${rect}</svg>`

test('draws an SVG with namespace entities, a document type, or another encoding', async () => {
  for (const one of [
    illustrator,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg(rect)}`,
    Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${svg(`<title>Caf\xe9</title>${rect}`)}`, 'latin1'),
  ]) {
    const logo = await drawn(one)
    expect([logo.width, logo.height, ...(await colorOf(logo))]).toEqual([300, 100, 255, 0, 0])
  }
})

const withEntities = (declared: string, used = '&a;') =>
  `<!DOCTYPE svg [${declared}]>${svg(`<text>${used}</text>${rect}`)}`
test.each([
  ['text', withEntities('<!ENTITY a "Hello">')],
  ['each other', withEntities('<!ENTITY b "http://b.example/"><!ENTITY a "&b;&b;">')],
  ['a file', withEntities('<!ENTITY a SYSTEM "file:///etc/passwd">')],
  ['a page', withEntities('<!ENTITY a PUBLIC "x" "http://a.example/">')],
  ['a parameter', withEntities('<!ENTITY % a "http://a.example/">')],
  ['too much', withEntities('<!ENTITY a "http://a.example/">', '&a;'.repeat(1001))],
  ['a second document type', `${illustrator.replace(rect, '<!DOCTYPE x [<!ENTITY b "c">]>')}`],
])('rejects an SVG whose definitions stand for %s', async (_, given) => {
  await expect(drawn(given)).rejects.toThrow('This SVG contains definitions that Pursuit can’t read.')
})

test('rejects an SVG with a script', async () => {
  await expect(drawn(svg(`<script>alert(1)</script>${rect}`))).rejects.toThrow('This SVG contains a script.')
})

const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')
const blurs = (count: number) =>
  svg(
    times(count, (at) => `<filter id="f${at}"><feGaussianBlur stdDeviation="90"/></filter>`) +
      times(count, (at) => `<rect width="300" height="100" filter="url(#f${at})"/>`),
  )
const nested = (depth: number) =>
  svg(
    `<defs><g id="a0">${rect}</g>${times(depth, (at) => `<g id="a${at + 1}">${`<use xlink:href="#a${at}"/>`.repeat(10)}</g>`)}</defs><use href="#a${depth}"/>`,
  )
const heavy: [string, string][] = [
  ['twenty blurs', blurs(20)],
  [
    'one blur on many shapes, by a style',
    svg(`<style>.a{filter:url(#f)}</style><filter id="f"><feGaussianBlur/></filter>${'<rect class="a"/>'.repeat(20)}`),
  ],
  ['uses within uses', nested(6)],
  ['a use of itself', svg('<g id="a"><use href="#a"/></g>')],
  [
    'masks within masks',
    svg(
      `<mask id="m0">${rect}</mask>${times(6, (at) => `<mask id="m${at + 1}">${`<rect mask="url(#m${at})"/>`.repeat(9)}</mask>`)}<rect mask="url(#m6)"/>`,
    ),
  ],
  [
    'markers on a long line',
    svg(`<marker id="m">${rect.repeat(10)}</marker><path marker-mid="url(#m)" d="M0 0${' L1 1'.repeat(20_000)}"/>`),
  ],
]
test.each(heavy)('rejects an SVG with %s before drawing it', async (_, given) => {
  expect(costOf(given)).toBeGreaterThan(MOST_COST)
  await expect(drawn(given)).rejects.toThrow('This image takes too long to process.')
})

test.each([
  ['three shadows', blurs(3)],
  ['a thousand shapes', svg(times(1000, (at) => `<path class="c${at % 9}" d="M0 0L${at} 9z"/>`))],
  [
    'gradients by styles',
    svg(
      `<style>${times(50, (at) => `.s${at}{fill:url(#g${at})}`)}</style>${times(50, (at) => `<linearGradient id="g${at}"><stop/><stop/></linearGradient><rect class="s${at}"/>`)}`,
    ),
  ],
  ['symbols that are used', nested(2)],
])("doesn't count an SVG with %s as heavy", (_, given) => {
  expect(costOf(given)).toBeLessThan(MOST_COST / 4)
})

test("draws one firm's image while another firm's images are slow", async () => {
  const slow = svg(
    `<filter id="f"><feTurbulence numOctaves="9" baseFrequency="0.9"/></filter><rect width="300" height="100" filter="url(#f)"/>`,
  )
  let left = 4
  const others = Array.from({ length: left }, () => drawn(slow, 'b').finally(() => left--))
  expect((await drawn(svg(rect), 'a')).width).toBe(300)
  // One can finish first, but not all four in sequence.
  expect(left).toBeGreaterThan(1)
  await Promise.allSettled(others)
})

// The images of the demo's templates, drawn from shapes only, because fonts differ between machines.

/** A monogram for a dark banner: two towers, a beam between them, and a stone below. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="136" height="160" viewBox="0 0 136 160">
<g fill="#ffffff"><rect x="24" y="20" width="22" height="96"/><rect x="90" y="20" width="22" height="96"/><rect x="46" y="57" width="44" height="20"/></g>
<path fill="#e0b25e" d="M20 128h96l-8 14H28z"/>
</svg>`

const SIDE = { width: 1200, height: 300 }
/** Buildings from left to right: position, height, and width. */
const houses = Array.from({ length: 22 }, (_, at) => ({ x: at * 56, height: 60 + ((at * 53) % 90), width: 54 }))

const windowsOf = ({ x, height }: (typeof houses)[number], at: number) =>
  Array.from({ length: Math.floor(height / 26) * 3 }, (_, n) =>
    (at * 7 + n * 5) % 4 < 2
      ? `<rect x="${x + 9 + (n % 3) * 14}" y="${SIDE.height - height + 12 + Math.floor(n / 3) * 24}" width="7" height="11"/>`
      : '',
  ).join('')

/** Harbor on a winter evening with lit windows. */
export const winterEvening = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE.width}" height="${SIDE.height}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1c2f4f"/><stop offset="0.7" stop-color="#6a6f94"/><stop offset="1" stop-color="#e2a878"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#sky)"/><circle cx="980" cy="74" r="26" fill="#f3ead7"/>
<g fill="#16243c">${houses.map(({ x, height, width }) => `<rect x="${x}" y="${SIDE.height - height}" width="${width}" height="${height}"/>`).join('')}</g>
<g fill="#f2c879">${houses.map(windowsOf).join('')}</g>
</svg>`

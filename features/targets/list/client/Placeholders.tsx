import s from './Placeholders.module.css'

const tiles = [...'abcdefgh']
const lines = [...'abcdef']

/** First load only. Uses only CSS because it loads early. */
export function Placeholders() {
  return (
    <div className={`grid gap16 ${s.grid}`} role="status" aria-label="Loading Targets">
      {tiles.map((tile) => (
        <div key={tile} className={`card grid ${s.tile}`} aria-hidden>
          {lines.map((line) => (
            <i key={line} />
          ))}
        </div>
      ))}
    </div>
  )
}

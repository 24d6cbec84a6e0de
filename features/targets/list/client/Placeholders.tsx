import s from './Placeholders.module.css'

const tiles = [...'abcdefgh']
const lines = [...'abcdef']

/** Eight tiles to come, at the first load only. Drawn by its styles alone: it is among the first things that are fetched. */
export function Placeholders() {
  return (
    <div className={s.grid} role="status" aria-label="Loading Targets">
      {tiles.map((tile) => (
        <div key={tile} className={s.tile} aria-hidden>
          {lines.map((line) => (
            <i key={line} />
          ))}
        </div>
      ))}
    </div>
  )
}

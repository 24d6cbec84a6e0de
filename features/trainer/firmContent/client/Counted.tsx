import s from './FirmContent.module.css'

/** From here on the count is amber. */
const NEARLY = 0.9

/** A field's label with how much of it is written. */
export function Counted({ label, length, most }: { label: string; length: number; most: number }) {
  return (
    <span className={s.counted}>
      <span>{label}</span>
      <span className="num" data-nearly={length >= NEARLY * most || undefined}>
        {length} / {most}
      </span>
    </span>
  )
}

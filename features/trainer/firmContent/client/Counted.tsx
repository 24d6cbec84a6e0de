import s from './FirmContent.module.css'

/** Share of the limit from which the count is amber. */
const NEARLY = 0.9

/** Shows a field's label with its character count. */
export function Counted({ label, length, most }: { label: string; length: number; most: number }) {
  return (
    <span className={`flex between gap16 ${s.counted}`}>
      <span>{label}</span>
      <span className="num" data-nearly={length >= NEARLY * most || undefined}>
        {length} / {most}
      </span>
    </span>
  )
}

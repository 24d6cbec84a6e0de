/** Share of the limit from which the count is amber. */
const NEARLY = 0.9

/** Shows a field's label with its character count. */
export function Counted({ label, length, most }: { label: string; length: number; most: number }) {
  return (
    <span className="row between gap16">
      <span>{label}</span>
      <span className={`num ${length >= NEARLY * most ? 'small strong soon' : 'cap'}`}>
        {length} / {most}
      </span>
    </span>
  )
}

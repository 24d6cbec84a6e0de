export function CaptionNotes({ notes }: { notes: readonly string[] }) {
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} className="cap">
          {note}
        </p>
      ))}
    </div>
  )
}

import type { ViewerFacts } from '#core/contract/viewerReport.ts'

/** Sentences on what the figures leave out, count twice, or compare with. */
export const ReportNotes = ({ facts: { notes = [] } }: { facts: Pick<ViewerFacts, 'notes'> }) =>
  notes.map((note) => (
    <p key={note} className="mt4 mb12 pretty dim">
      {note}
    </p>
  ))

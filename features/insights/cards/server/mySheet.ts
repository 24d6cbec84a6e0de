// A person's cards, for the workbook of their data.
import { type PersonSheet, sheet } from '#core/server/personSheet.ts'
import { canReadLibrary } from '../../server/policies.ts'
import { cardsOfPerson } from './reading.ts'

export const cardSheet: PersonSheet = {
  title: 'Insights',
  columns: [
    ...sheet.day('Day'),
    ...sheet.text('Title', 'Category', 'Observation', 'Figure', 'What it says', 'Suggestion', 'Status'),
    ...sheet.instant('Created'),
  ],
  policy: canReadLibrary,
  // One page is enough: a person has a few hundred cards at most.
  async page(tx, { actor, org }) {
    const cards = await cardsOfPerson(tx, actor.id, org.zone, null)
    return {
      rows: cards.map((card) => [
        ...[card.day, card.title, card.category, card.observation, card.data_value, card.data_label],
        ...[card.suggestion, card.status, card.created],
      ]),
      after: null,
    }
  },
}

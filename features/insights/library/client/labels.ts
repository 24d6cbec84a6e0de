// Labels of the Library's screens. Source: the specification, section 2, and the design.
export const libraryLabels = {
  add: 'Add Content',
  edit: 'Edit Content',
  newSection: 'Add new section',
  newTag: 'Add new Tag',
  care: 'Find matching Targets',
  showAll: 'Show All Insights',
  reset: '(Reset)',
} as const

export const formatItemCount = (count: number) => `${count} ${count === 1 ? 'insight' : 'insights'}`

// The texts that the specification fixes, and how targets and people are called in sentences.
import type { Target } from '../contract.ts'

export const targetLabels = {
  create: 'Create Target',
  cancel: 'Cancel',
  save: 'Save Changes',
  newTarget: 'New Target',
  unsaved: 'You have made changes to this Target. Do you want to save them first?',
  intangible: 'Intangible Value',
  nextStep: 'Done? Take the Next Step',
  takeStep: 'Take A Step',
  chooseStep: 'This Target has been re-activated. Choose a new Step.',
  pursue: 'Pursue this Target',
  notFound: 'No target found',
  notFoundPage: 'No target found with the specific id.',
  yourNote: 'Your Note',
  noteHint: 'A few things to remember the next time you reconnect.',
  collaboratorNotes: 'COLLABORATOR NOTES',
  collaboratorHint: 'Notes made by collaborating colleagues will appear below.',
  collaborating: 'Currently Collaborating',
  initiated: 'This User initiated this Target.',
  collaborates: 'This User is collaborating on this Target.',
  emptyTrash: 'Delete targets now',
} as const

/** Who reads a note, said where it is written. A private Target is its owner's alone. */
export const whoReadsNote = (isPrivate: boolean) =>
  isPrivate ? 'Only you can read this.' : 'You, your collaborators, and your manager can read this.'

/** 'Acme, Jane Doe': company and contact, whichever there are. */
export const targetDisplayName = (target: Pick<Target, 'company' | 'contact'> | null | undefined): string =>
  (target && [target.company, target.contact].filter(Boolean).join(', ')) || 'this Target'

/** The company, or the contact where there is none. */
export const shortNameOf = (target: Pick<Target, 'company' | 'contact'> | null | undefined): string =>
  target?.company || target?.contact || 'this Target'

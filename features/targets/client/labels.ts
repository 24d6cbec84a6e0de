// Texts fixed by the specification, and names of targets and people in sentences.
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

/** Says next to a note who can read it. Only its owner can read a private Target. */
export const whoReadsNote = (isPrivate: boolean) =>
  isPrivate ? 'Only you can read this.' : 'You, your collaborators, and your manager can read this.'

/** Returns company and contact: 'Acme, Jane Doe', or only one of them. */
export const targetDisplayName = (target: Pick<Target, 'company' | 'contact'> | null | undefined): string =>
  (target && [target.company, target.contact].filter(Boolean).join(', ')) || 'this Target'

export const shortNameOf = (target: Pick<Target, 'company' | 'contact'> | null | undefined): string =>
  target?.company || target?.contact || 'this Target'

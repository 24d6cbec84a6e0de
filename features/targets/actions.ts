// All Tracker actions as pure decisions, run by the device to show the result right away and by the server to decide.
import { addContact, changeContact, removeContact } from './contacts/actions.ts'
import { createTarget, editTarget } from './forms/actions.ts'
import { writeNote } from './notes/actions.ts'
import { archiveTarget, completeTarget, loseTarget, pursueTarget, undoChange } from './outcome/actions.ts'
import { moveTarget } from './stages/actions.ts'
import { markStep, remindMe, setStep } from './steps/actions.ts'
import { destroyTarget, emptyTrash, trashTarget } from './trash/actions.ts'

export const targetActions = [
  createTarget,
  editTarget,
  completeTarget,
  loseTarget,
  archiveTarget,
  trashTarget,
  pursueTarget,
  destroyTarget,
  emptyTrash,
  addContact,
  changeContact,
  removeContact,
  moveTarget,
  setStep,
  markStep,
  writeNote,
  remindMe,
  undoChange,
]

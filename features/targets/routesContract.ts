import { routes as companies } from './companies/contract.ts'
import { routes as contacts } from './contacts/contract.ts'
import { routes as detail } from './detail/contract.ts'
import { routes as firmWide } from './firmWide/contract.ts'
import { routes as entering } from './forms/contract.ts'
import { routes as list } from './list/contract.ts'
import { routes as notes } from './notes/contract.ts'
import { routes as outcome } from './outcome/contract.ts'
import { routes as overlaps } from './overlaps/contract.ts'
import { routes as pipelines } from './pipelines/contract.ts'
import { routes as score } from './score/contract.ts'
import { routes as sharing } from './sharing/contract.ts'
import { routes as stages } from './stages/contract.ts'
import { routes as steps } from './steps/contract.ts'
import { routes as trash } from './trash/contract.ts'

export const routes = {
  ...companies,
  ...contacts,
  ...detail,
  ...entering,
  ...firmWide,
  ...list,
  ...notes,
  ...outcome,
  ...overlaps,
  ...pipelines,
  ...score,
  ...sharing,
  ...stages,
  ...steps,
  ...trash,
}

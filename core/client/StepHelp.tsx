// What helps with a step of one area stands in another: whoever knows it shows it.
import { isPermitted } from './areas.ts'
import type { StepHelpProps } from './feature.ts'
import { later } from './later.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Places that help with a step. Nothing while they are loaded, and where there are none for this person. */
export function StepHelp(props: StepHelpProps) {
  const { stepHelp } = useProduct()
  const session = useSession()
  if (!stepHelp || !session || !isPermitted(session, stepHelp)) return null
  const Help = later(stepHelp.load)
  return <Help {...props} />
}

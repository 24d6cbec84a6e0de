import { useLocation } from '@tanstack/react-router'
import { LoginFrame } from '#features/account/client/LoginFrame.tsx'
import { SetUpPage } from '#features/admin/operator/client/SetUpPage.tsx'

/** The first run, in the frame of all ways in. */
export function SetUpScreen() {
  return <SetUpPage token={useLocation().hash.replace(/^#/, '')} frame={LoginFrame} />
}

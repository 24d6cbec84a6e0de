import { Button } from '@mantine/core'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { backToApp } from './appSignOn.ts'

/** Ends an app's sign-in in the browser. Requires a click, so that no one is led to an app they didn't come from. */
export function BackToApp({ appKey }: { appKey: string }) {
  return (
    <LoginFrame
      title="Almost there"
      lead="Go back to the Pursuit app to finish. If you did not start this in the app just now, close this page instead."
    >
      <Button size="md" fullWidth component="a" href={backToApp(appKey)} autoFocus>
        Back to the Pursuit app
      </Button>
    </LoginFrame>
  )
}

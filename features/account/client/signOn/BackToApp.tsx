import { Button } from '@mantine/core'
import { LoginFrame } from '#core/client/entrance/LoginFrame.tsx'
import { backToApp } from './appSignOn.ts'

/** The end of an app's sign-on in the browser. Opened by a click alone: nobody is led into an app who did not come from it. */
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

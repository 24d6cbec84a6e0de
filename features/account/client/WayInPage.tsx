import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTitle } from '#core/client/title.ts'
import { LoginFrame } from './LoginFrame.tsx'

/** A way in that this server does not offer: says what to do instead, and leads back to the login. */
export function WayInPage({ title, text, back = 'Try Login Again' }: { title: string; text: string; back?: string }) {
  useTitle(title)
  return (
    <LoginFrame title={title} lead={text}>
      <Anchor component={Link} to="/login" size="sm" fw={550}>
        {back}
      </Anchor>
    </LoginFrame>
  )
}

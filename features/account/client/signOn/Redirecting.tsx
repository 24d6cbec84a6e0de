import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button } from '@mantine/core'
import { useEffect } from 'react'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { REDIRECT_MS } from '../../signOnContract.ts'
import s from '../login/LoginPage.module.css'

/** Redirects after the specification's five seconds or on a click. */
export function Redirecting({ to: { url, name } }: { to: { url: string; name: string } }) {
  useEffect(() => {
    const timer = setTimeout(() => location.assign(url), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [url])
  return (
    <LoginFrame title="Redirecting..." lead={<span role="status">{`We’re sending you to ${name} to sign in.`}</span>}>
      <Button size="md" fullWidth component="a" href={url} autoFocus>
        Continue now
      </Button>
      <Anchor href="/login" size="sm" fw={550} className={`inline mt12 ${s.back}`}>
        Cancel
      </Anchor>
    </LoginFrame>
  )
}

/** Names the account of a password form for password managers only. */
export function PasswordOwner({ email }: { email: string }) {
  return (
    <input
      className="hide"
      type="email"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  )
}

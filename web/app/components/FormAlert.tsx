/** The one alert of a form: what the server, or the form as a whole, has to say. */
export function FormAlert({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="rounded-control bg-danger-soft px-3.5 py-2.5 text-sm font-medium text-danger">
      {text}
    </p>
  )
}

import { LinkButton } from '../../components/LinkButton.tsx'
import { texts } from '../../texts.ts'

const { landing: words } = texts

export function Call() {
  return (
    <section aria-labelledby="call" className="px-4 py-16 text-center sm:py-24">
      <div className="mx-auto max-w-3xl">
        <h2 id="call" className="font-display text-3xl font-medium sm:text-5xl">
          {words.callTitle}
        </h2>
        <p className="mx-auto mt-4 max-w-prose text-lg text-muted">{words.callText}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <LinkButton to="/register">{words.callBusiness}</LinkButton>
          <LinkButton to="/register-client" look="secondary">
            {words.callClient}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

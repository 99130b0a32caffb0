import { texts } from '../../texts.ts'

const { landing: words } = texts

/** Four tiles; the claims among them are the owner's (T-010). */
export function Benefits() {
  return (
    <section id="vantaggi" tabIndex={-1} aria-labelledby="why" className="scroll-mt-16 bg-sunken px-4 py-16 sm:py-24">
      <div className="mx-auto max-w-6xl">
        <h2 id="why" className="max-w-3xl font-display text-3xl font-medium sm:text-5xl">
          {words.whyTitle}
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {words.benefits.map(({ value, title, text }) => (
            <li key={title} className="border-t-2 border-brand pt-5">
              <p className="font-display text-3xl text-brand-strong">{value}</p>
              <h3 className="mt-3 font-semibold">{title}</h3>
              <p className="mt-1.5">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { texts } from '../../texts.ts'
import { Eyebrow } from './Eyebrow.tsx'
import { Loggia } from './Loggia.tsx'
import { ScrollLink } from './ScrollLink.tsx'

const { landing: words } = texts
const titleStyle = 'mt-4 font-display text-[2.4rem] leading-[1.1] font-medium sm:text-5xl lg:text-[3.6rem]'
const buttonShape = 'inline-flex min-h-12 items-center rounded-control px-5 py-2.5 font-medium transition-colors'

export function Hero({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> | undefined }) {
  return (
    <section data-grove aria-labelledby="hero" className="bg-grove px-4 text-on-grove">
      <div className="mx-auto grid max-w-6xl items-center gap-x-14 gap-y-12 pt-14 sm:pt-20 lg:grid-cols-[11fr_9fr]">
        <div className="lg:pb-20">
          <Eyebrow>{words.eyebrow}</Eyebrow>
          {heading === undefined ? (
            <h2 id="hero" className={titleStyle}>
              {words.title}
            </h2>
          ) : (
            <h1 id="hero" ref={heading} tabIndex={-1} className={titleStyle}>
              {words.title}
            </h1>
          )}
          <p className="mt-5 max-w-prose text-lg text-on-grove-muted">{words.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/register" className={`${buttonShape} bg-gold text-on-gold hover:bg-on-grove`}>
              {words.start}
            </Link>
            <ScrollLink
              to="come-funziona"
              className={`${buttonShape} border border-on-grove-muted hover:bg-grove-line`}
            >
              {words.discoverHow}
            </ScrollLink>
            <ScrollLink
              to="vantaggi"
              className={`${buttonShape} underline underline-offset-6 hover:bg-grove-line max-sm:px-0`}
            >
              {words.discoverWhy}
            </ScrollLink>
          </div>
        </div>
        <Loggia />
      </div>
      <Figures />
    </section>
  )
}

/** T-006 to T-009, the owner's claims. */
function Figures() {
  return (
    <dl className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-7 border-t border-grove-line py-9 lg:grid-cols-4">
      {words.figures.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="mt-1 text-sm text-on-grove-muted">{label}</dt>
          <dd className="font-display text-4xl text-gold sm:text-5xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

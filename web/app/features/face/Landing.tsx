import type { RefObject } from 'react'
import { Benefits } from './Benefits.tsx'
import { Call } from './Call.tsx'
import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'

/** With a heading of its own it is a page, without one a part of the first page. */
export function Landing({ heading }: { readonly heading?: RefObject<HTMLHeadingElement | null> }) {
  return (
    <div data-scrolls>
      <Hero heading={heading} />
      <Features />
      <Benefits />
      <Call />
    </div>
  )
}

import { Check, ConciergeBell, Gift, type LucideIcon, Luggage } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router-dom'
import { LinkButton } from '../../components/buttons.tsx'
import { usePageHeading } from '../../components/page-layout.tsx'
import { Eyebrow, ScrollLink } from './Sections.tsx'
import { landingTexts } from './landing.texts.ts'

const openings = [30, 190, 350]
const openingOf = (x: number) => `M${x} 392V178a65 65 0 0 1 130 0v214Z`
const cypresses = [
  { x: 78, foot: 316, height: 96 },
  { x: 104, foot: 324, height: 68 },
  { x: 392, foot: 322, height: 84 },
  { x: 420, foot: 318, height: 118 },
  { x: 446, foot: 324, height: 62 },
]

/** Three arches with a view of hills: sun in the light theme, moon in the dark one. */
function LoggiaIllustration() {
  return (
    <svg viewBox="0 54 510 386" aria-hidden="true" className="mx-auto w-full max-w-lg lg:self-end">
      <defs>
        <clipPath id="loggia-openings">
          {openings.map((x) => (
            <path key={x} d={openingOf(x)} />
          ))}
        </clipPath>
      </defs>
      <path d="M0 440V92a20 20 0 0 1 20-20h470a20 20 0 0 1 20 20v348Z" className="fill-(--art-wall)" />
      <path d="M0 58h510v26H0Z" className="fill-(--art-stone)" />
      <path d="M14 84h482v9H14Z" className="fill-(--art-wall-shade)" />
      <Landscape />
      {openings.map((x) => (
        <g key={x} fill="none">
          <path d={openingOf(x)} strokeWidth="9" className="stroke-(--art-stone)" />
          <path
            d={`M${x + 4.5} 350V178a60.5 60.5 0 0 1 121 0v172`}
            strokeWidth="2"
            className="stroke-(--art-wall-shade)"
          />
        </g>
      ))}
      <Balustrade />
    </svg>
  )
}

function Landscape() {
  return (
    <g clipPath="url(#loggia-openings)">
      <path d="M0 90h510v320H0Z" className="fill-(--art-sky)" />
      <circle cx="262" cy="196" r="36" className="fill-(--art-sun)" />
      <path d="M0 268c60-38 120-42 180-14s110 22 170-8 110-22 160 6v150H0Z" className="fill-(--art-far)" />
      <path d="M0 304c70-30 140-26 210 0s150 22 300-22v120H0Z" className="fill-(--art-mid)" />
      <g>
        <path d="M236 284h46v24h-46Z" className="fill-(--art-stone)" />
        <path d="M230 286l29-17 29 17Z" className="fill-(--art-wall)" />
        <path d="M262 308v-11a5 5 0 0 1 10 0v11Z" className="fill-(--art-wall-shade)" />
      </g>
      <path d="M0 330c90-26 170-28 260-10s170 8 250-14v110H0Z" className="fill-(--art-near)" />
      {cypresses.map(({ x, foot, height }) => (
        <path
          key={x}
          d={`M${x} ${foot - height}c${height / 9} ${height * 0.4} ${height / 7} ${height * 0.8} 0 ${height}c${-height / 7} ${-height * 0.2} ${-height / 9} ${-height * 0.6} 0 ${-height}Z`}
          className="fill-(--art-tree)"
        />
      ))}
    </g>
  )
}

function Balustrade() {
  return (
    <g>
      {openings.flatMap((x) =>
        [14, 39, 64, 89, 114].map((step) => (
          <path
            key={x + step}
            d={`M${x + step - 3} 358h8c-1 7 4 9 4 17s-5 9-4 17h-8c1-8-4-9-4-17s5-10 4-17Z`}
            className="fill-(--art-stone)"
          />
        )),
      )}
      <path d="M22 350h146v9H22ZM182 350h146v9H182ZM342 350h146v9H342Z" className="fill-(--art-stone)" />
      <path d="M0 392h510v14H0Z" className="fill-(--art-stone)" />
      <path d="M0 406h510v6H0Z" className="fill-(--art-wall-shade)" />
    </g>
  )
}

const titleStyle = 'mt-4 font-display text-[2.4rem] leading-[1.1] font-medium sm:text-5xl lg:text-[3.6rem]'
const buttonShape = 'inline-flex min-h-12 items-center rounded-control px-5 py-2.5 font-medium transition-colors'

function HeroSection({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> | undefined }) {
  return (
    <section data-grove aria-labelledby="hero" className="bg-grove px-4 text-on-grove">
      <div className="mx-auto grid max-w-6xl items-center gap-x-14 gap-y-12 pt-14 sm:pt-20 lg:grid-cols-[11fr_9fr]">
        <div className="lg:pb-20">
          <Eyebrow>{landingTexts.eyebrow}</Eyebrow>
          {heading === undefined ? (
            <h2 id="hero" className={titleStyle}>
              {landingTexts.title}
            </h2>
          ) : (
            <h1 id="hero" ref={heading} tabIndex={-1} className={titleStyle}>
              {landingTexts.title}
            </h1>
          )}
          <p className="mt-5 max-w-prose text-lg text-on-grove-muted">{landingTexts.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Link to="/register" className={`${buttonShape} bg-gold text-on-gold hover:bg-on-grove`}>
              {landingTexts.start}
            </Link>
            <ScrollLink
              to="come-funziona"
              className={`${buttonShape} border border-on-grove-muted hover:bg-grove-line`}
            >
              {landingTexts.discoverHow}
            </ScrollLink>
            <ScrollLink
              to="vantaggi"
              className={`${buttonShape} underline underline-offset-6 hover:bg-grove-line max-sm:px-0`}
            >
              {landingTexts.discoverWhy}
            </ScrollLink>
          </div>
        </div>
        <LoggiaIllustration />
      </div>
      <KeyStatistics />
    </section>
  )
}

/** @rule T-006 T-007 T-008 T-009 the owner's claims */
function KeyStatistics() {
  return (
    <dl className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-7 border-t border-grove-line py-9 lg:grid-cols-4">
      {landingTexts.statistics.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="mt-1 text-sm text-on-grove-muted">{label}</dt>
          <dd className="font-display text-4xl text-gold sm:text-5xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const featureIcons: readonly LucideIcon[] = [ConciergeBell, Luggage, Gift]

/** Features for businesses and clients, and rewards. */
function FeatureSection() {
  return (
    <section id="come-funziona" tabIndex={-1} aria-labelledby="how" className="scroll-mt-16 px-4 py-16 sm:py-24">
      <div className="mx-auto max-w-6xl">
        <h2 id="how" className="max-w-3xl font-display text-3xl font-medium sm:text-5xl">
          {landingTexts.howTitle}
        </h2>
        <p className="mt-4 text-lg text-muted">{landingTexts.howLead}</p>
        <ul className="mt-10 grid gap-5 lg:grid-cols-3">
          {landingTexts.features.map((feature, index) => (
            <FeatureCard key={feature.title} icon={featureIcons[index] ?? Gift} {...feature} />
          ))}
        </ul>
      </div>
    </section>
  )
}

interface FeatureCardProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly points: readonly string[]
}

function FeatureCard({ icon: Icon, title, text, points }: FeatureCardProps) {
  return (
    <li className="flex flex-col rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">
      <span
        aria-hidden="true"
        className="grid h-17 w-14 place-items-center rounded-t-full rounded-b-md bg-olive-soft pt-1.5 text-olive"
      >
        <Icon className="size-6" strokeWidth={1.6} />
      </span>
      <h3 className="mt-6 font-display text-2xl font-medium">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
      <ul className="mt-6 grid gap-3 border-t border-line pt-6">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
            {point}
          </li>
        ))}
      </ul>
    </li>
  )
}

/** @rule T-010 four tiles with the owner's claims */
function BenefitSection() {
  return (
    <section id="vantaggi" tabIndex={-1} aria-labelledby="why" className="scroll-mt-16 bg-sunken px-4 py-16 sm:py-24">
      <div className="mx-auto max-w-6xl">
        <h2 id="why" className="max-w-3xl font-display text-3xl font-medium sm:text-5xl">
          {landingTexts.whyTitle}
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {landingTexts.benefits.map(({ value, title, text }) => (
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

function CallToAction() {
  return (
    <section aria-labelledby="call" className="px-4 py-16 text-center sm:py-24">
      <div className="mx-auto max-w-3xl">
        <h2 id="call" className="font-display text-3xl font-medium sm:text-5xl">
          {landingTexts.ctaTitle}
        </h2>
        <p className="mx-auto mt-4 max-w-prose text-lg text-muted">{landingTexts.ctaText}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <LinkButton to="/register">{landingTexts.ctaBusiness}</LinkButton>
          <LinkButton to="/register-client" variant="secondary">
            {landingTexts.ctaClient}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** @rule R-03 landing sections; with a heading they form a page, otherwise part of the home page */
export function LandingSections({ heading }: { readonly heading?: RefObject<HTMLHeadingElement | null> }) {
  return (
    <div data-scrolls>
      <HeroSection heading={heading} />
      <FeatureSection />
      <BenefitSection />
      <CallToAction />
    </div>
  )
}

/** @rule R-02 landing page */
export function LandingPage() {
  return <LandingSections heading={usePageHeading(landingTexts.title)} />
}

import { useMainHeading } from './main-heading.ts'
import { LinkButton } from './LinkButton.tsx'
import { texts } from '../texts.ts'

const { shell } = texts

/** a door in a wall, and the way back. */
export function NotFound() {
  const heading = useMainHeading(shell.notFoundTitle)
  return (
    <div className="mx-auto grid max-w-5xl items-center gap-x-16 gap-y-10 py-4 sm:grid-cols-[1fr_2fr] sm:py-14">
      <ClosedDoor />
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-4xl font-medium sm:text-6xl">
          {shell.notFoundTitle}
        </h1>
        <p className="mt-5 max-w-prose text-lg text-muted">{shell.notFound}</p>
        <div className="mt-8">
          <LinkButton to="/">{shell.toHome}</LinkButton>
        </div>
      </div>
    </div>
  )
}

function ClosedDoor() {
  return (
    <svg viewBox="0 0 200 270" aria-hidden="true" className="mx-auto w-44 sm:w-full sm:max-w-64">
      <path d="M10 262V100a90 90 0 0 1 180 0v162Z" className="fill-(--art-wall)" />
      <path d="M24 262V100a76 76 0 0 1 152 0v162Z" className="fill-(--art-stone)" />
      <path d="M32 116h136v146H32Z" className="fill-(--art-near)" />
      <path d="M32 116v-16a68 68 0 0 1 136 0v16Z" className="fill-(--art-sky)" />
      <path d="M32 113h136v6H32Z" className="fill-(--art-stone)" />
      <path d="M100 119v143" strokeWidth="2.5" className="stroke-(--art-tree)" />
      <path
        d="M44 131h44v50H44ZM112 131h44v50h-44ZM44 194h44v56H44ZM112 194h44v56h-44Z"
        fill="none"
        strokeWidth="2.5"
        className="stroke-(--art-tree)"
      />
      <circle cx="92" cy="187" r="3.5" className="fill-(--art-sun)" />
      <circle cx="108" cy="187" r="3.5" className="fill-(--art-sun)" />
      <text x="100" y="96" textAnchor="middle" className="fill-(--art-wall-shade) font-display text-[46px]">
        {shell.notFoundCode}
      </text>
      <path d="M0 262h200v8H0Z" className="fill-(--art-wall-shade)" />
    </svg>
  )
}

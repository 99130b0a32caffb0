import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { ConnectionGraph } from '../../../../contract/moderation/connections.ts'
import { classNames } from '../../../components/styles.ts'
import { longDate } from '../../../shared/format.ts'
import { nodeStates, stateOf, type UseState } from './connections-over-time.ts'
import { labelLines, layoutOf, type NodeId, type Point } from './graph-layout.ts'
import { connectionTexts } from './texts.ts'

interface ConnectionDrawingProps {
  readonly graph: ConnectionGraph
  readonly day: string
  readonly identifierLabel: (n: number) => string
}

const opacities: Readonly<Record<UseState, string>> = { before: 'opacity-0', used: '', ended: 'opacity-60' }
const fading = (state: UseState) => classNames('transition-opacity duration-500', opacities[state])

/** Drawings up to this width shrink to fit; wider ones scroll sideways. */
const shrinkingWidth = 420

/** Accounts and identifiers at the end of a day; the table next to it has the same content. */
export function ConnectionDrawing({ graph, day, identifierLabel }: ConnectionDrawingProps) {
  const layout = useMemo(() => layoutOf(graph), [graph])
  const { width, height, positions } = layout
  const [chosen] = graph.accounts
  const scroller = useScrolledTo(chosen === undefined ? 0 : (positions.get(chosen.accountId)?.x ?? 0))
  const states = nodeStates(graph, day)
  const stateOfNode = (id: NodeId) => states.get(id) ?? 'before'
  const count = (ids: readonly NodeId[]) => ids.filter((id) => stateOfNode(id) !== 'before').length
  const summary = connectionTexts.graph.drawing(
    count(graph.accounts.map(({ accountId }) => accountId)),
    count(graph.identifiers.map(({ n }) => n)),
    longDate(day),
  )
  return (
    <section
      ref={scroller}
      aria-label={connectionTexts.graph.scroll}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll the drawing
      tabIndex={0}
      className="overflow-x-auto rounded-control border border-line bg-surface p-1"
    >
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={classNames('mx-auto block', width <= shrinkingWidth ? 'h-auto max-w-full' : 'max-w-none')}
      >
        {graph.uses.map((use) => (
          <UseLine
            key={`${use.accountId} ${use.identifier}`}
            use={use}
            state={stateOf(use, day)}
            from={positions.get(use.accountId)}
            to={positions.get(use.identifier)}
          />
        ))}
        {graph.identifiers.map(({ n }) => (
          <IdentifierNode key={n} at={positions.get(n)} label={identifierLabel(n)} state={stateOfNode(n)} />
        ))}
        {graph.accounts.map((account) => (
          <AccountNode
            key={account.accountId}
            at={positions.get(account.accountId)}
            account={account}
            state={stateOfNode(account.accountId)}
          />
        ))}
      </svg>
    </section>
  )
}

/** Scrolls an element so that a point is in its middle, if it does not fit the window. */
const useScrolledTo = (x: number) => {
  const scroller = useRef<HTMLElement>(null)
  useEffect(() => {
    const scroll = () => {
      const element = scroller.current
      if (element !== null) element.scrollLeft = x - element.clientWidth / 2
    }
    scroll()
    addEventListener('resize', scroll)
    return () => removeEventListener('resize', scroll)
  }, [x])
  return scroller
}

type Use = ConnectionGraph['uses'][number]

/** Whether the account uses it without being connected by it. */
const isWithoutEffect = ({ remembered, adoptedFrom }: Pick<Use, 'remembered' | 'adoptedFrom'>) =>
  !remembered || adoptedFrom.length > 0

const dashes = { used: undefined, ended: '2 4', without: '8 5' } as const

interface UseLineProps {
  readonly use: Use
  readonly state: UseState
  readonly from: Point | undefined
  readonly to: Point | undefined
}

function UseLine({ use, state, from, to }: UseLineProps) {
  if (from === undefined || to === undefined) return null
  const dash = isWithoutEffect(use) ? dashes.without : dashes[state === 'ended' ? 'ended' : 'used']
  return (
    <line
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      strokeWidth="1.75"
      strokeDasharray={dash}
      className={classNames('stroke-edge', fading(state))}
    />
  )
}

interface NodeProps {
  readonly at: Point | undefined
  readonly state: UseState
}

function IdentifierNode({ at, label, state }: NodeProps & { readonly label: string }) {
  if (at === undefined) return null
  return (
    <g transform={`translate(${at.x} ${at.y})`} className={fading(state)}>
      <IdentifierShape />
      <Label lines={[label]} top={21} size="text-[11px]" muted />
    </g>
  )
}

type Account = ConnectionGraph['accounts'][number]

function AccountNode({ at, account: { name, kind, steps }, state }: NodeProps & { readonly account: Account }) {
  if (at === undefined) return null
  return (
    <g transform={`translate(${at.x} ${at.y})`} className={fading(state)}>
      <AccountShape kind={kind} chosen={steps === 0} />
      <Label lines={labelLines(name ?? connectionTexts.unknown)} top={28} size="text-xs" />
    </g>
  )
}

interface LabelProps {
  readonly lines: readonly string[]
  /** Baseline of the first line below the node. */
  readonly top: number
  readonly size: string
  readonly muted?: boolean
}

/** Text below a node, with a halo that keeps lines from crossing it. */
function Label({ lines, top, size, muted = false }: LabelProps) {
  return (
    <text
      textAnchor="middle"
      paintOrder="stroke"
      strokeWidth="4"
      strokeLinejoin="round"
      className={classNames('stroke-surface font-medium', size, muted ? 'fill-muted' : 'fill-ink')}
    >
      {lines.map((line, n) => (
        <tspan key={line} x="0" y={top + n * 14}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

function IdentifierShape() {
  return <path d="M0-8 8 0 0 8-8 0Z" strokeWidth="1.75" className="fill-honey-soft stroke-honey" />
}

/** Clients are round, businesses square. */
function AccountShape({ kind, chosen = false }: { readonly kind: Account['kind']; readonly chosen?: boolean }) {
  const strokeWidth = chosen ? 4 : 1.75
  return kind === 'client' ? (
    <circle r="13" strokeWidth={strokeWidth} className="fill-olive-soft stroke-olive" />
  ) : (
    <rect
      x="-12"
      y="-12"
      width="24"
      height="24"
      rx="4"
      strokeWidth={strokeWidth}
      className="fill-brand-soft stroke-brand"
    />
  )
}

/** What the shapes and lines of the drawing mean. */
export function ConnectionLegend() {
  const { graph } = connectionTexts
  return (
    <ul aria-label={graph.legend} className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <LegendItem text={graph.legendClient}>
        <AccountShape kind="client" />
      </LegendItem>
      <LegendItem text={graph.legendBusiness}>
        <AccountShape kind="business" />
      </LegendItem>
      <LegendItem text={graph.legendIdentifier}>
        <IdentifierShape />
      </LegendItem>
      {[
        [graph.legendUse, dashes.used],
        [graph.legendEnded, dashes.ended],
        [graph.legendWithout, dashes.without],
      ].map(([text, dash]) => (
        <LegendItem key={text} text={text ?? ''}>
          <line x1="-17" x2="17" strokeWidth="2" strokeDasharray={dash} className="stroke-edge" />
        </LegendItem>
      ))}
    </ul>
  )
}

function LegendItem({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="-18 -18 36 36" width="22" height="22">
        {children}
      </svg>
      {text}
    </li>
  )
}

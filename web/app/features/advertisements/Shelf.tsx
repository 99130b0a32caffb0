import { useRef } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Advertisement } from '../../../contract/advertisements.ts'
import { Card } from '../../components/Card.tsx'
import { classNames } from '../../components/class-names.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { showToast } from '../../components/toast.ts'
import { texts } from '../../texts.ts'
import { Advert } from './Advert.tsx'
import { dismiss } from './dismissed.ts'

const { advertisements: words } = texts

interface ShelfProps {
  readonly title: string
  readonly offers: UseQueryResult<readonly Advertisement[]>
  /** How many, from the first on, say all there is to say. */
  readonly large: number
  /** Beside each other where there is room, the large ones twice as wide. */
  readonly wide?: boolean
}

/** Sponsored offers in their order. When one is dismissed the focus stays here, with those that are left. */
export function Shelf({ title, offers, large, wide = false }: ShelfProps) {
  const place = useRef<HTMLDivElement>(null)
  const hide = (id: string) => {
    dismiss(id)
    place.current?.focus({ preventScroll: true })
    showToast({ title: words.dismissed })
  }
  return (
    <Card title={title}>
      <div ref={place} tabIndex={-1} className="grid gap-3">
        <Loaded query={offers} failed={words.failed} empty={<EmptyState text={words.empty} />}>
          {(list) => (
            <>
              <ul className={classNames('grid gap-3', wide && 'sm:grid-cols-2 lg:grid-cols-4')}>
                {list.map((one, rank) => (
                  <li key={one.id} className={classNames('min-w-0', wide && rank < large && 'lg:col-span-2')}>
                    <Advert advertisement={one} large={rank < large} onDismiss={() => hide(one.id)} />
                  </li>
                ))}
              </ul>
              <p className="text-sm text-muted">{words.why}</p>
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

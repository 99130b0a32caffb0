import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useRef } from 'react'
import { QueryView } from './feedback.tsx'
import { useHasHappened, useNearViewport } from './near-viewport.ts'
import { componentTexts } from './texts.ts'

/**
 * A section of a long page, whose code and data are loaded when it becomes visible or a key is pressed, so that users of
 * a keyboard, a screen reader or the browser's search find all sections. `name` is unique in the app.
 */
export const sectionOnDemand = <Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) =>
  function SectionOnDemand(props: Props) {
    const frame = useRef<HTMLDivElement>(null)
    const isNear = useNearViewport(frame)
    const isKeyboardUsed = useHasHappened('keydown')
    const code = useQuery({
      queryKey: ['code', name],
      queryFn: () => load().catch(failOffline),
      enabled: isNear || isKeyboardUsed,
    })
    return (
      <div ref={frame} className="min-w-0 empty:hidden">
        {code.isPending ? (
          <SectionPlaceholder isLoading={code.isFetching} />
        ) : (
          <QueryView query={code}>{(Section) => <Section {...props} />}</QueryView>
        )}
      </div>
    )
  }

const failOffline = (): never => {
  throw new Error(componentTexts.offline)
}

/** About as high as a section, so that few sections become visible at first. */
function SectionPlaceholder({ isLoading }: { readonly isLoading: boolean }) {
  return (
    <output className="block">
      {isLoading && <span className="sr-only">{componentTexts.loading}</span>}
      <span aria-hidden="true" className="block h-96 animate-pulse rounded-card bg-sunken" />
    </output>
  )
}

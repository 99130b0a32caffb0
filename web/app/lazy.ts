import { type ComponentType, createElement, lazy, useState } from 'react'

/** A component whose code is loaded when it is first shown; needs a `Suspense` around it. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReturnType<typeof createElement>
  /** Loads the code beforehand, so that the first render shows the component. */
  readonly preload: () => Promise<void>
}

export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> => {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => {
    loadsInProgress++
    notify()
    try {
      loaded ??= await load()
      return { default: loaded }
    } finally {
      loadsInProgress--
      notify()
    }
  }
  const Lazy = lazy(loadOnce) as ComponentType<Props>
  function LazyComponent(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy)
    return createElement(Component, props)
  }
  return Object.assign(LazyComponent, { preload: async () => void (await loadOnce()) })
}

let loadsInProgress = 0
const listeners = new Set<() => void>()
/** Later, because a load may start while React renders. */
const notify = () =>
  queueMicrotask(() => {
    for (const listener of listeners) listener()
  })

export const isLoadingCode = () => loadsInProgress > 0

export const subscribeToCodeLoads = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls `listener` once the visitor has clicked or typed anything; the result stops waiting. */
export const onFirstUse = (listener: () => void): (() => void) => {
  const waiting = new AbortController()
  const onUse = () => {
    waiting.abort()
    listener()
  }
  for (const event of ['pointerdown', 'keydown', 'focusin'])
    addEventListener(event, onUse, { signal: waiting.signal, passive: true })
  return () => waiting.abort()
}

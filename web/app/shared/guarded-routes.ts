import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { lazyComponent } from '../lazy.ts'

/**
 * Routes of one context by guard.
 * @rule S-09 guards
 * @rule Q-35 routes by role
 */
export interface GuardedRoutes {
  /**
   * No guard.
   * @rule P-04 public pages
   * @rule P-07 pages without a guard
   */
  readonly everyone?: readonly RouteObject[]
  /** Only without a session. */
  readonly visitors?: readonly RouteObject[]
  readonly signedIn?: readonly RouteObject[]
  /** Signed in as ESERCENTE. */
  readonly businesses?: readonly RouteObject[]
  /** Signed in as CLIENTE. */
  readonly clients?: readonly RouteObject[]
  /** Signed in, with a staff passkey where one is required. */
  readonly staff?: readonly RouteObject[]
  /** Signed in on arrival; stays open after the account is gone. */
  readonly signedInOnEntry?: readonly RouteObject[]
  /** Without header and footer. */
  readonly standalone?: readonly RouteObject[]
}

/** Page of a route whose code is loaded on the first visit. */
export const lazyPage = (load: () => Promise<ComponentType>) => lazyComponent<object>(load)

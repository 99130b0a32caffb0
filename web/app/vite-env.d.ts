/// <reference types="vite/client" />
import type { endpointOutlines } from '../contract/outlines.ts'

declare global {
  /** All endpoints without their schemas, written here by the build. */
  const ENDPOINT_OUTLINES: typeof endpointOutlines
}

import { onTestFinished } from 'vitest'
import type { Plan } from './cutting-proxy'
import { type Outcome, openScene, outcomeOf, type Scene, type SceneDeps } from './scene'

/** A scene that goes with the running test. */
export async function sceneOfTest(deps: SceneDeps = {}): Promise<Scene> {
  const scene = await openScene(deps)
  onTestFinished(scene.close)
  return scene
}

/** What comes of a refund whose POST meets the plan. @param hundredths all of the payment unless given */
export async function refundUnder(plan: Plan, deps: SceneDeps = {}, hundredths?: number): Promise<Outcome> {
  const scene = await sceneOfTest(deps)
  scene.proxy.setPlans({ refund: plan })
  return outcomeOf(scene, await scene.till.refund(scene.shown, hundredths))
}

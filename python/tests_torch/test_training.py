"""Learners that need torch, on our environments. ``cargo xtask torch`` runs this; CI does not, because torch is large."""

from __future__ import annotations

import numpy as np

import neuland.gymnasium
from neuland.rllib import MultiAgentTable


def test_maskable_ppo_learns_and_plays_legal_codes() -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    env = neuland.gymnasium.Env("carcassonne", players=2, opponents="random", on_illegal="raise", reward="margin")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=7, device="cpu")
    model.learn(512)
    reward, _ = evaluate_policy(model, env, n_eval_episodes=2)
    assert np.isfinite(reward)
    seen, info = env.reset(seed=3)
    over = False
    while not over:
        code, _ = model.predict(seen, action_masks=env.action_masks())
        assert info["action_mask"][int(code)] == 1
        seen, _, terminated, truncated, info = env.step(int(code))
        over = terminated or truncated


def test_rllib_trains_with_its_module_for_masks() -> None:
    import ray
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    from ray.tune.registry import register_env

    ray.init(num_cpus=1, include_dashboard=False, object_store_memory=100 * 2**20, _node_ip_address="127.0.0.1")
    try:
        register_env("neuland", lambda config: MultiAgentTable(config))
        spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [32], "fcnet_hiddens": [32]})
        here = {"game": "catan", "players": 2, "on_illegal": "raise", "max_cycles": 200}
        config = (
            PPOConfig()
            # RLlib's check of environments plays without masks.
            .environment("neuland", env_config=here, disable_env_checking=True)
            .env_runners(num_env_runners=0)
            .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **kwargs: "all")
            .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": spec}))
            .training(train_batch_size_per_learner=400, minibatch_size=100, num_epochs=1)
        )
        algorithm = config.build_algo()
        result = algorithm.train()
        # With `raise` a single illegal code would have stopped it.
        assert result["env_runners"]["num_env_steps_sampled"] >= 400
        algorithm.stop()
    finally:
        ray.shutdown()

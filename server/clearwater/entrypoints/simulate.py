"""The `simulate` command: made-up days at the exchange, everything checked after every command."""

import click

from clearwater.core.simulation import Failure, simulate

SHOWN_COMMANDS = 5


def run(first_seed: int, seeds: int, commands: int) -> bool:
    """Run the simulations and print the results; False as soon as one has failed."""
    for seed in range(first_seed, first_seed + seeds):
        outcome = simulate(seed, commands)
        if outcome.failure is not None:
            _print_failure(outcome.failure)
            return False
        if seeds == 1:
            click.echo(f"seed {seed}: {commands} commands, {outcome.events} events, digest {outcome.digest}")
    if seeds > 1:
        click.echo(f"seeds {first_seed} to {first_seed + seeds - 1}: {commands} commands each, no failures")
    return True


def _print_failure(failure: Failure) -> None:
    """Everything was well up to the command before, so this is the shortest run that shows the fault."""
    click.echo(f"seed {failure.seed} fails after {failure.length} commands:", err=True)
    for fault in failure.faults:
        click.echo(f"  {fault}", err=True)
    click.echo("Last commands:", err=True)
    for command in failure.commands[-SHOWN_COMMANDS:]:
        click.echo(f"  {command}", err=True)
    click.echo(f"To reproduce: clearwater simulate --seed {failure.seed} --commands {failure.made}", err=True)

import sys

import grimp

# Structs: quicker to make and to decode than named tuples.
ALLOWED = {"msgspec"}


def test_the_rules_import_the_standard_library_and_structs_alone() -> None:
    graph = grimp.build_graph("clearwater", cache_dir=None, include_external_packages=True)
    rules = {module for module in graph.modules if module.startswith("clearwater.core")}
    imported = {
        found for module in rules for found in graph.find_modules_directly_imported_by(module)
    } - rules
    assert {name for name in imported if name not in sys.stdlib_module_names} == ALLOWED

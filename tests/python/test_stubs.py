"""The stub of the extension module declares what is there, and nothing else."""

import ast
import importlib.resources
import unittest

import heddle
from heddle import _core


def names_in(body: list[ast.stmt]) -> set[str]:
    names = {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    names |= {node.target.id for node in body
              if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    return names


class Stubs(unittest.TestCase):
    def setUp(self) -> None:
        text = importlib.resources.files("heddle").joinpath("_core.pyi").read_text()
        self.tree = ast.parse(text)

    def test_the_package_is_typed(self) -> None:
        self.assertTrue(importlib.resources.files("heddle").joinpath("py.typed").is_file())

    def test_every_name_is_declared_and_every_declaration_is_there(self) -> None:
        there = {name for name in vars(_core) if not name.startswith("_")}
        self.assertEqual(names_in(self.tree.body), there)

    def test_so_are_the_members_of_classes(self) -> None:
        ignored = {"__doc__", "__module__", "__repr__", "__init__"}
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                there = {name for name in vars(getattr(_core, node.name))
                         if not name.startswith("_pybind")}
                self.assertEqual(names_in(node.body) - ignored, there - ignored, node.name)

    def test_help_names_no_types_of_the_library(self) -> None:
        for cls in (c for c in vars(_core).values() if isinstance(c, type)):
            for name, member in vars(cls).items():
                self.assertNotIn("heddle::", getattr(member, "__doc__", "") or "",
                                 f"{cls.__name__}.{name}")

    def test_what_the_package_offers_is_there(self) -> None:
        for name in heddle.__all__:
            self.assertTrue(hasattr(heddle, name), name)
        self.assertEqual(heddle.__version__, _core.version)


if __name__ == "__main__":
    unittest.main()
